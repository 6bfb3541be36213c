import { beforePaymentStories } from "./stories/before-payment"
import { changedPlansStories } from "./stories/changed-plans"
import { cutOffCompletionsStories } from "./stories/cut-off-completions"
import { expiryStories } from "./stories/expiry"
import { otherPaymentsStories } from "./stories/other-payments"
import { partialPaymentsStories } from "./stories/partial-payments"
import { storeSuite } from "./support/store-suite"

storeSuite("orders and their money", {}, (store) => {
  describe("an order placed before it is paid", () => beforePaymentStories(store))
  describe("a payment whose order changed its plans", () => changedPlansStories(store))
  describe("an order whose completion was cut off before its payment was asked for", () =>
    cutOffCompletionsStories(store))
  describe("an invoice out of time", () => expiryStories(store))
  describe("an order that another provider's payment is for", () => otherPaymentsStories(store))
  describe("an order whose money came in part", () => partialPaymentsStories(store))
})
