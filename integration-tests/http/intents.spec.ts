import { intentsStories } from "./stories/intents"
import { intentTroublesStories } from "./stories/intent-troubles"
import { supersededIntentsStories } from "./stories/superseded-intents"
import { storeSuite } from "./support/store-suite"

storeSuite("auto-deposit intents", {}, (store) => {
  describe("a signed-in customer", () => intentsStories(store))
  describe("intents under adverse conditions", () => intentTroublesStories(store))
  describe("two carts of one customer on one rail", () => supersededIntentsStories(store))
})
