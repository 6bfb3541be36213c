import { intentsStories, intentTroublesStories } from "./stories/intents"
import { storeSuite } from "./support/store-suite"

storeSuite("auto-deposit intents", {}, (store) => {
  describe("a signed-in customer", () => intentsStories(store))
  describe("intents under adverse conditions", () => intentTroublesStories(store))
})
