import { decideOrderRefund, type RefundablePayment } from "../refund-amount"

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
/** 34.99 and 10.75 % on it. */
const long = payment("5", ["38.751425"])
const ended = payment("6", ["38.751425"], ["38.75"])

test.each([
  ["the only payment", [full], "17", null, "pay_1"],
  ["the only one with something left", [spent, part], "5.50", null, "pay_2"],
  ["a named one of several", [full, part], "1", ["pay_2"], "pay_2"],
  ["one named by two names", [full, part], "1", ["pay_2", "other"], "pay_2"],
  ["cents", [full], "1.23", null, "pay_1"],
  ["one named by its session", [full, part], "1", ["payses_1"], "pay_1"],
  ["one of several without a name", [full, part], "1", null, "payment_needed"],
  ["a payment of another order", [full], "1", ["pay_9"], "payment_unknown"],
  ["an order without a capture", [open], "1", null, "no_payment"],
  ["more than is left", [part], "5.51", null, "over_refund"],
  ["what is refunded already", [spent], "1", null, "over_refund"],
  ["two that are refunded already", [spent, { ...spent, id: "pay_7" }], "1", null, "over_refund"],
  ["a part of a cent", [full], "1.001", null, "decimals"],
  ["zeros behind a cent", [full], "10.1000", null, "pay_1"],
  ["a cent that Medusa would add", [full], "17.01", null, "over_refund"],
  ["a cent of what was rounded away", [ended], "0.01", null, "over_refund"],
  ["what is left of one beside a rounding", [ended, part], "5.50", null, "pay_2"],
] as const)("a refund of %s", (_, payments, amount, chosen, expected) => {
  const decision = decideOrderRefund({ payments, amount, decimals: 2, chosen, isExact: true })
  expect(decision.kind === "refund" ? decision.paymentId : decision.problem.code).toBe(expected)
})

test("a part of a cent is refunded where Medusa itself asks for it", () => {
  const asked = { payments: [full], amount: "1.001", decimals: 2, chosen: null, isExact: false }
  expect(decideOrderRefund(asked)).toEqual({ kind: "refund", paymentId: "pay_1", amount: "1.001" })
})

test.each([
  ["38.75", { kind: "refund", paymentId: "pay_5", amount: "38.751425" }],
  ["38.76", { kind: "refund", paymentId: "pay_5", amount: "38.751425" }],
  ["38.751425", { kind: "refund", paymentId: "pay_5", amount: "38.751425" }],
  ["38.77", { kind: "refused", problem: { code: "over_refund", left: "38.75" } }],
])(
  "a refund of %s ends a payment of 38.751425, or names what is left in the unit: %j",
  (amount, expected) => {
    const decision = decideOrderRefund({ payments: [long], amount, decimals: 2, chosen: null, isExact: true })
    expect(decision).toEqual(expected)
  }
)
