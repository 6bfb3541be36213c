import { storeSuite } from "./support/store-suite"
import { withdrawalAnswerStories } from "./support/withdrawal-answer-stories"
import { withdrawalConsentStories } from "./support/withdrawal-consent-stories"
import { withdrawalDoubtStories } from "./support/withdrawal-doubt-stories"
import { withdrawalStories } from "./support/withdrawal-stories"

storeSuite("treasury withdrawals", {}, (store) => {
  describe("on their way", () => withdrawalStories(store))
  describe("and the users who consent", () => withdrawalConsentStories(store))
  describe("and lost, late or odd answers", () => withdrawalAnswerStories(store))
  describe("and unknown outcomes", () => withdrawalDoubtStories(store))
})
