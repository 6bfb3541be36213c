import { intentsStories, intentTroublesStories } from "./stories/intents"
import { marketplaceStories } from "./stories/marketplace"
import { storeSuite } from "./support/store-suite"

storeSuite("auto-deposit intents", {}, (store) => {
  describe("a signed-in customer", () => intentsStories(store))
  describe("a marketplace with sellers by product", () => marketplaceStories(store))
  describe("intents under adverse conditions", () => intentTroublesStories(store))
})
