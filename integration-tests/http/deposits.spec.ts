import { lateDepositsStories } from "./stories/late-deposits"
import { depositActionsStories } from "./stories/deposit-actions"
import { storeSuite } from "./support/store-suite"

storeSuite("deposits", {}, (store) => {
  describe("late or wrong money at the address of an invoice", () => lateDepositsStories(store))
  describe("an operator", () => depositActionsStories(store))
})
