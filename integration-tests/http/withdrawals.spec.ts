import { storeSuite } from "./support/store-suite"
import {
  withdrawalAnswerStories,
  withdrawalConsentStories,
  withdrawalStories,
} from "./support/withdrawal-stories"

storeSuite("treasury withdrawals", {}, (store) => {
  describe("on their way", () => withdrawalStories(store))
  describe("and the users who consent", () => withdrawalConsentStories(store))
  describe("and lost, late or odd answers", () => withdrawalAnswerStories(store))
})
