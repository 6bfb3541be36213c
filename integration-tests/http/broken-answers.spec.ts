import { badDealStories } from "./support/bad-deal-stories"
import { brokenAnswerStories } from "./support/broken-answer-stories"
import { storeSuite } from "./support/store-suite"

storeSuite("payouts whose answers are broken", {}, (store) => {
  describe("on the way", () => brokenAnswerStories(store))
  describe("and deals that nobody may confirm", () => badDealStories(store))
})
