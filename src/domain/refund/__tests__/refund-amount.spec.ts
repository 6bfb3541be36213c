import {
  type ActiveRefund,
  isTakenByFee,
  refundAmount,
  type RefundQuestion,
  type RefundRefusal,
  refundSums,
  tokensOwed,
} from "../refund-amount"

const question: RefundQuestion = {
  fiat: "5.00",
  captured: "17.00",
  fiatDecimals: 2,
  received: "17",
  expected: "17",
  decimals: 6,
  active: [],
  room: null,
  basis: "payment",
}
const ask = (change: Partial<RefundQuestion>) => refundAmount({ ...question, ...change })
const active = (fiat: string, tokens: string, share = tokens): ActiveRefund => ({ fiat, share, tokens })

test.each<[string, Partial<RefundQuestion>, tokens: string, share: string]>([
  ["a part", {}, "5", "5"],
  ["all of it", { fiat: "17" }, "17", "17"],
  ["the rest", { fiat: "12", active: [active("5", "5")] }, "12", "12"],
  [
    "a third, rounded down",
    { captured: "3", fiat: "1", received: "10", expected: "10" },
    "3.333333",
    "3.333333",
  ],
  [
    "the last third, with the dust",
    {
      captured: "3",
      fiat: "1",
      received: "10",
      expected: "10",
      active: [active("1", "3.333333"), active("1", "3.333333")],
    },
    "3.333334",
    "3.333334",
  ],
  ["a payment that came short", { fiat: "17", received: "16.9" }, "16.9", "16.9"],
  ["no more than the requested amount", { fiat: "17", received: "20" }, "17", "17"],
  ["all of it, where the service reported no amount", { fiat: "17", received: null }, "17", "17"],
  [
    "digits that the token cannot hold are cut off",
    { fiat: "17", received: "16.12345678" },
    "16.123456",
    "16.123456",
  ],
  ["today's rate", { basis: "today", price: "2" }, "2.5", "5"],
  ["today's rate, rounded down", { basis: "today", price: "3" }, "1.666666", "5"],
  ["all of it at today's rate", { fiat: "17", basis: "today", price: "1" }, "17", "17"],
  ["tokens without decimals", { decimals: 0, fiat: "8.51" }, "8", "8"],
])("%s", (_, change, tokens, share) => {
  expect(ask(change)).toEqual({ tokens, share, note: null })
})

test.each<[string, Partial<RefundQuestion>, RefundRefusal]>([
  ["more than was captured", { fiat: "17.01" }, { code: "over_refund", leftFiat: "17.00" }],
  [
    "more than is left",
    { fiat: "12.01", active: [active("5", "5")] },
    { code: "over_refund", leftFiat: "12.00" },
  ],
  [
    "a payment that is refunded",
    { fiat: "0.01", active: [active("17", "17")] },
    { code: "over_refund", leftFiat: "0.00" },
  ],
  ["nothing", { fiat: "0.00" }, { code: "too_small", isDust: false }],
  ["nothing of nothing", { fiat: "0", captured: "0" }, { code: "too_small", isDust: false }],
  ["dust", { decimals: 0, fiat: "0.99" }, { code: "too_small", isDust: true }],
  ["today's rate without a price", { basis: "today", price: null }, { code: "no_rate" }],
  ["a price of zero", { basis: "today", price: "0" }, { code: "no_rate" }],
  [
    "more tokens than came",
    { fiat: "17", basis: "today", price: "0.5" },
    { code: "exceeds_received", reason: "above_left", wantedTokens: "34", leftTokens: "17" },
  ],
  [
    "more tokens than are left after one at another rate",
    { fiat: "12", active: [active("5", "10", "5")], basis: "today", price: "1" },
    { code: "exceeds_received", reason: "above_left", wantedTokens: "12", leftTokens: "7" },
  ],
  [
    "what is left of money whose tokens are all taken",
    { fiat: "1", active: [active("16", "17", "16")] },
    { code: "exceeds_received", reason: "nothing_left" },
  ],
  [
    "what refunds for other reasons leave nothing for",
    { room: "0" },
    { code: "exceeds_received", reason: "nothing_left" },
  ],
])("%s is refused", (_, change, refusal) => {
  expect(ask(change)).toEqual(refusal)
})

test("rows that add up to more than came leave nothing, and nothing negative", () => {
  const rows = [active("20", "20")]
  expect(refundSums({ ...question, active: rows })).toEqual({
    capturedFiat: "17.00",
    refundedFiat: "20.00",
    leftFiat: "0.00",
    receivedTokens: "17",
    refundedTokens: "20",
    leftTokens: "0",
  })
  expect(ask({ fiat: "1", active: [active("16", "20")] })).toMatchObject({ code: "exceeds_received" })
})

test.each<[string, Partial<RefundQuestion>, object]>([
  [
    "the rest of the money takes what one at another rate has left, and says so",
    { fiat: "12", active: [active("5", "10", "5")] },
    {
      tokens: "7",
      share: "12",
      note: { kind: "gets_less", shareTokens: "12", leftTokens: "7" },
    },
  ],
  [
    "a part of the rest takes no more than its part",
    { fiat: "6", active: [active("5", "10", "5")] },
    { tokens: "6", share: "6", note: null },
  ],
  ["refunds for other reasons leave less", { fiat: "17", room: "15" }, { tokens: "15", share: "17" }],
  [
    "today's rate takes from the rest, and says so in advance",
    { basis: "today", price: "0.5" },
    {
      tokens: "10",
      share: "5",
      note: { kind: "takes_more", extraTokens: "5", otherFiat: "12.00", otherTokens: "7" },
    },
  ],
  [
    "today's rate takes what an earlier one has left over",
    { basis: "today", price: "0.8", fiat: "4", active: [active("5", "2.5", "5")] },
    { tokens: "5", share: "4", note: null },
  ],
])("%s", (_, change, expected) => {
  expect(ask(change)).toMatchObject(expected)
})

test.each<[string, Parameters<typeof tokensOwed>[0], object]>([
  ["what is recorded", { recorded: "3.0000001", entered: null, decimals: 6 }, { tokens: "3" }],
  ["what is recorded before what is entered", { recorded: "3", entered: "9", decimals: 6 }, { tokens: "3" }],
  ["what is entered", { recorded: null, entered: "2.50", decimals: 6 }, { tokens: "2.5" }],
  ["what nobody knows", { recorded: null, entered: undefined, decimals: 6 }, { code: "unknown_amount" }],
  ["nothing", { recorded: "0.0000001", entered: null, decimals: 6 }, { code: "too_small" }],
])("owed in tokens: %s", (_, owed, expected) => {
  expect(tokensOwed(owed)).toMatchObject(expected)
})

test.each([
  ["0.04", "0.05", true],
  ["0.05", "0.050", true],
  ["0.06", "0.05", false],
  ["0.01", null, false],
])("a refund of %s with a fee of %s brings nothing: %s", (tokens, fee, isProblem) => {
  expect(isTakenByFee(tokens, fee)).toBe(isProblem)
})
