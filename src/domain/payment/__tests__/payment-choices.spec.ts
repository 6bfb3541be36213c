import { type PaymentChoiceFacts, paymentChoices } from "../resolution"

const facts: PaymentChoiceFacts = {
  ...{ outcome: "open", checkableCount: 1, isOfThisAccount: true, isOnItsWay: false },
  ...{ order: { isCancelled: false, isOwed: true }, areMessagesOn: true, hasEmail: true },
  ...{ fiatAmount: "17", refundedFiat: "0" },
}
const cancelled = { isCancelled: true, isOwed: true }
const paid = { isCancelled: false, isOwed: false }

test("what an unpaid order allows", () => {
  expect(paymentChoices(facts)).toEqual({
    ...{ check_now: null, pay_link: null, send_link: null, refund: "not_captured" },
  })
})

test.each<[keyof ReturnType<typeof paymentChoices>, string | null, Partial<PaymentChoiceFacts>]>([
  ["check_now", "nothing_to_check", { checkableCount: 0, isOfThisAccount: false }],
  ["check_now", "other_account", { isOfThisAccount: false }],
  ["pay_link", "no_order", { order: null }],
  ["pay_link", "order_cancelled", { order: cancelled }],
  ["pay_link", "nothing_due", { order: paid }],
  ["pay_link", "payment_on_its_way", { isOnItsWay: true }],
  ["send_link", "nothing_due", { order: paid, areMessagesOn: false }],
  ["send_link", "messages_off", { areMessagesOn: false, hasEmail: false }],
  ["send_link", "no_email", { hasEmail: false }],
  ["refund", null, { outcome: "captured", order: paid, refundedFiat: "16.99" }],
  ["refund", "all_refunded", { outcome: "captured", order: paid, refundedFiat: "17.00" }],
  ["refund", "no_order", { outcome: "captured", order: null }],
  ["refund", "not_captured", { outcome: "held" }],
])("%s: %s", (action, refusal, change) => {
  expect(paymentChoices({ ...facts, ...change })[action]).toBe(refusal)
})
