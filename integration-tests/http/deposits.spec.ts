import { depositsInReviewStories } from "./stories/deposits-in-review"
import { lateDepositsStories } from "./stories/late-deposits"
import { untrueDepositEventsStories } from "./stories/untrue-deposit-events"
import { depositActionsStories } from "./stories/deposit-actions"
import { storeSuite } from "./support/store-suite"

storeSuite("deposits", {}, (store) => {
  describe("a deposit that the service cannot match", () => depositsInReviewStories(store))
  describe("money that comes late, or wrong, to the address of an invoice", () => lateDepositsStories(store))
  describe("events of deposits that are signed and untrue", () => untrueDepositEventsStories(store))
  describe("an operator", () => depositActionsStories(store))
})
