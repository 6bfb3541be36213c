import { pathStories } from "./stories/paths"
import { storeSuite } from "./support/store-suite"

storeSuite("paths through the plugin", { isNew: true }, (store) => {
  describe("money", () => pathStories(store))
})
