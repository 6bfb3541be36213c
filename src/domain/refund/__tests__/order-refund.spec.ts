import { decideOrderRefund, type RefundablePayment } from "../order-refund"

const payment = (id: string, captured: string[], refunded: string[] = []): RefundablePayment => ({
  id: `pay_${id}`,
  sessionId: `payses_${id}`,
  captured,
  refunded,
})
const full = payment("1", ["17.00"])
const part = payment("2", ["10"], ["4.5"])
const spent = payment("3", ["10"], ["10"])
const open = payment("4", [])

test.each([
  ["the only payment", [full], "17", null, "pay_1"],
  ["the only one with something left", [spent, part], "5.50", null, "pay_2"],
  ["a named one of several", [full, part], "1", ["pay_2"], "pay_2"],
  ["one named by its session", [full, part], "1", ["payses_1"], "pay_1"],
  ["one of several without a name", [full, part], "1", null, "payment_needed"],
  ["a payment of another order", [full], "1", ["pay_9"], "payment_unknown"],
  ["an order without a capture", [open], "1", null, "no_payment"],
  ["more than is left", [part], "5.51", null, "over_refund"],
  ["what is refunded already", [spent], "1", null, "over_refund"],
  ["a part of a cent", [full], "1.001", null, "decimals"],
  ["zeros behind a cent", [full], "10.1000", null, "pay_1"],
] as const)("a refund of %s", (_, payments, amount, chosen, expected) => {
  const decision = decideOrderRefund({ payments, amount, decimals: 2, chosen })
  expect(decision.kind === "refund" ? decision.paymentId : decision.problem.code).toBe(expected)
})
