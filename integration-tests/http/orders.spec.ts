import { attemptsStories } from "./stories/attempts"
import { beforePaymentStories } from "./stories/before-payment"
import { cancellationStories, cutOffCompletionsStories, otherPaymentsStories } from "./stories/other-payments"
import { partialPaymentsStories } from "./stories/partial-payments"
import { storeSuite } from "./support/store-suite"

storeSuite("orders and their money", {}, (store) => {
  describe("an order placed before it is paid", () => beforePaymentStories(store))
  describe("an order with several attempts at its payment", () => attemptsStories(store))
  describe("a payment of a cancelled order", () => cancellationStories(store))
  describe("an order whose completion was cut off before its payment was requested", () =>
    cutOffCompletionsStories(store))
  describe("an order with another provider's payment", () => otherPaymentsStories(store))
  describe("a partly paid order", () => partialPaymentsStories(store))
})
