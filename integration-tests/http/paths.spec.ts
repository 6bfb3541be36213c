import { pathStories } from "./stories/paths"
import { storeSuite } from "./support/store-suite"

storeSuite("paths through the plugin", {}, (store) => {
  describe("money", () => pathStories(store))
})
