import fc from "fast-check"
import { formatAmount, parseAmount } from "../../../gateway/amount"
import { extraRefundId, surplusRefundId, unallocatedRefundId } from "../refund-ids"
import { isOfAnotherAsset, reckonRefund, reckonSums, type RefundTerms } from "../refund-reckoning"
import type { RefundRow } from "../refund-row"
import { samplePayment } from "./sample-payment"
import { sampleRefund } from "./sample-refund"

const PAYMENT_RATE: RefundTerms = { basis: "payment", price: null, enteredTokens: null }
const seventeen = (change = {}) =>
  samplePayment({ fiat_amount: "17.00", expected_amount: "17", received_amount: "17", ...change })
const paying = (change: Partial<RefundRow>) => sampleRefund({ state: "sent", ...change })

test("a refund is reckoned beside those that are under way, and not beside those that are due", () => {
  const due = sampleRefund({ id: "ref_2", fiat_amount: "17.00" })
  const sent = paying({ id: "ref_3", fiat_amount: "12.00", token_amount: "12", share_amount: "12" })
  const refund = sampleRefund()
  const reckoned = (...booked: RefundRow[]) =>
    reckonRefund(seventeen(), refund, [refund, ...booked], PAYMENT_RATE)
  expect(reckoned(due, sent)).toEqual({ tokens: "5", share: "5" })
  expect(
    reckoned(sent, paying({ id: "ref_4", fiat_amount: "1", token_amount: "1", share_amount: "1" }))
  ).toMatchObject({
    code: "over_refund",
  })
})

test("what was applied to another order is refunded of what was applied", () => {
  const payment = seventeen({ resolution: "apply", applied_amount: "8.50", received_amount: "8.5" })
  const refund = sampleRefund({ fiat_amount: "8.50" })
  expect(reckonRefund(payment, refund, [], PAYMENT_RATE)).toEqual({ tokens: "8.5", share: "8.5" })
  expect(reckonSums(payment, [])).toMatchObject({ capturedFiat: "8.50", receivedTokens: "8.5" })
})

test("what was settled by other means counts at the rate of the payment", () => {
  const settled = sampleRefund({ id: "ref_2", state: "done", settled_by: "user_1", share_amount: "5" })
  expect(reckonSums(seventeen(), [settled])).toEqual({
    capturedFiat: "17.00",
    refundedFiat: "5.00",
    leftFiat: "12.00",
    receivedTokens: "17",
    refundedTokens: "5",
    leftTokens: "12",
  })
})

test("an amount that is entered says so, and one that is recorded is not changed by it", () => {
  const surplus = { id: surplusRefundId("ocpay_1"), kind: "surplus", fiat_amount: null } as const
  const terms = { ...PAYMENT_RATE, enteredTokens: "2.5" }
  const told = seventeen({ received_amount: "20" })
  expect(reckonRefund(told, sampleRefund(surplus), [], terms)).toEqual({ tokens: "2.5", share: "2.5" })
  expect(reckonRefund(told, sampleRefund({ ...surplus, token_amount: "3" }), [], terms)).toEqual({
    tokens: "3",
    share: null,
  })
})

test.each([
  ["another asset that came without an order", "asset_mismatch", "unallocated", true],
  ["a refund of the order that the money was applied to", "asset_mismatch", "order", false],
  ["the same asset", "order_cancelled", "unallocated", false],
] as const)("%s is told apart", (_, unallocated_reason, kind, isAnother) => {
  expect(isOfAnotherAsset(seventeen({ unallocated_reason }), { kind })).toBe(isAnother)
})

test("a further deposit and what a person entered are counted by themselves", () => {
  const order = sampleRefund({ fiat_amount: "17.00" })
  const extra = paying({ id: extraRefundId("inv_2"), kind: "surplus", fiat_amount: null, token_amount: "17" })
  const entered = { kind: "surplus", fiat_amount: null, token_amount: "3", share_amount: "3" } as const
  const others = [extra, paying({ id: surplusRefundId("ocpay_1"), ...entered })]
  expect(reckonRefund(seventeen(), order, others, PAYMENT_RATE)).toEqual({ tokens: "17", share: "17" })
})

test("refunds for whatever reasons never come to more than what arrived", () => {
  const step = fc.record({
    kind: fc.constantFrom("order", "surplus", "unallocated"),
    amount: fc.bigInt(1n, 40_000_000n),
    basis: fc.constantFrom("payment", "today"),
    price: fc.constantFrom("0.5", "1", "1.37", "2"),
  })
  fc.assert(
    fc.property(fc.bigInt(1n, 40_000_000n), fc.array(step, { maxLength: 12 }), (received, steps) => {
      const payment = seventeen({ received_amount: formatAmount(received, 6) })
      const booked: RefundRow[] = []
      for (const [index, { kind, amount, basis, price }] of steps.entries()) {
        const ids = {
          order: `ref_${index}`,
          surplus: surplusRefundId(`${index}`),
          unallocated: unallocatedRefundId(`${index}`),
        }
        const text = formatAmount(amount, 6)
        const owed = kind === "order" ? { fiat_amount: text } : { fiat_amount: null, token_amount: text }
        const refund = sampleRefund({ id: ids[kind], kind, ...owed })
        const reckoned = reckonRefund(payment, refund, booked, { basis, price, enteredTokens: null })
        if ("code" in reckoned) continue
        booked.push({
          ...refund,
          state: "quoted",
          token_amount: reckoned.tokens,
          share_amount: reckoned.share,
        })
        const paid = booked.reduce((total, row) => total + parseAmount(row.token_amount ?? "0", 6), 0n)
        expect(paid).toBeLessThanOrEqual(received)
      }
    })
  )
})
