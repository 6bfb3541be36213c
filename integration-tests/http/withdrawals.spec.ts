import { storeSuite } from "./support/store-suite"
import { withdrawalAnswerStories } from "./support/withdrawal-answer-stories"
import { withdrawalConsentStories } from "./support/withdrawal-consent-stories"
import { withdrawalDoubtStories } from "./support/withdrawal-doubt-stories"
import { withdrawalStories } from "./support/withdrawal-stories"

storeSuite("money of the treasury", {}, (store) => {
  describe("on its way out", () => withdrawalStories(store))
  describe("and the people who say yes", () => withdrawalConsentStories(store))
  describe("and answers that are lost, late or odd", () => withdrawalAnswerStories(store))
  describe("and what nobody can tell for certain", () => withdrawalDoubtStories(store))
})
