import { badDealStories, brokenAnswerStories } from "./support/broken-answer-stories"
import { storeSuite } from "./support/store-suite"

storeSuite("payouts with broken answers", {}, (store) => {
  describe("that leave", () => brokenAnswerStories(store))
  describe("and payouts that cannot be confirmed", () => badDealStories(store))
})
