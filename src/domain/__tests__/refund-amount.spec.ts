import {
  feeProblem,
  refundAmount,
  refundSums,
  tokensOwed,
  type ActiveRefund,
  type RefundQuestion,
} from "../refund-amount"

const question: RefundQuestion = {
  fiat: "5.00",
  captured: "17.00",
  received: "17",
  expected: "17",
  decimals: 6,
  active: [],
  room: null,
  basis: "payment",
  token: "USDC",
  currencyCode: "usd",
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
  ["no more than was asked for", { fiat: "17", received: "20" }, "17", "17"],
  ["all of it, where the service told no amount", { fiat: "17", received: null }, "17", "17"],
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

test.each<[string, Partial<RefundQuestion>, code: string, words: string]>([
  [
    "more than was captured",
    { fiat: "17.01" },
    "over_refund",
    "Only 17.00 USD of the payment are left to refund.",
  ],
  [
    "more than is left",
    { fiat: "12.01", active: [active("5", "5")] },
    "over_refund",
    "Only 12.00 USD of the payment are left to refund.",
  ],
  [
    "a payment that is refunded",
    { fiat: "0.01", active: [active("17", "17")] },
    "over_refund",
    "Only 0.00 USD",
  ],
  ["nothing", { fiat: "0.00" }, "too_small", "There is nothing to refund."],
  ["nothing of nothing", { fiat: "0", captured: "0" }, "too_small", "There is nothing to refund."],
  ["dust", { decimals: 0, fiat: "0.99" }, "too_small", "It is less than the smallest amount of USDC."],
  [
    "today's rate without a price",
    { basis: "today", price: null },
    "no_rate",
    "There is no price of USDC in USD today.",
  ],
  ["a price of zero", { basis: "today", price: "0" }, "no_rate", "Take the rate of the payment."],
  [
    "more tokens than came",
    { fiat: "17", basis: "today", price: "0.5" },
    "exceeds_received",
    "It comes to 34 USDC, and only 17 USDC of the payment are left.",
  ],
  [
    "more tokens than are left after one at another rate",
    { fiat: "12", active: [active("5", "10", "5")], basis: "today", price: "1" },
    "exceeds_received",
    "It comes to 12 USDC, and only 7 USDC of the payment are left. Take the rate of the payment.",
  ],
  [
    "what is left of money whose tokens are all taken",
    { fiat: "1", active: [active("16", "17", "16")] },
    "exceeds_received",
    "Pay it by other means and note it as settled.",
  ],
  [
    "what refunds for other reasons leave nothing for",
    { room: "0" },
    "exceeds_received",
    "All that came of the payment is paid back or on its way.",
  ],
])("%s is refused in words", (_, change, code, words) => {
  expect(ask(change)).toEqual({ code, words: expect.stringContaining(words) })
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
      note:
        "Its part of what came is 12 USDC. Other refunds of the payment took more than theirs, " +
        "so 7 USDC are left for it.",
    },
  ],
  [
    "a part of the rest takes no more than its part",
    { fiat: "6", active: [active("5", "10", "5")] },
    { tokens: "6", share: "6", note: null },
  ],
  ["refunds for other reasons leave less", { fiat: "17", room: "15" }, { tokens: "15", share: "17" }],
  [
    "today's rate takes from the rest, and says so before anybody has chosen it",
    { basis: "today", price: "0.5" },
    {
      tokens: "10",
      share: "5",
      note:
        "It takes 5 USDC more than its part of what came. " +
        "For the other 12.00 USD of the payment 7 USDC are left then.",
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
  ["what is recorded", { recorded: "3.0000001", entered: null, decimals: 6, token: "USDC" }, { tokens: "3" }],
  [
    "what is recorded before what is entered",
    { recorded: "3", entered: "9", decimals: 6, token: "USDC" },
    { tokens: "3" },
  ],
  ["what is entered", { recorded: null, entered: "2.50", decimals: 6, token: "USDC" }, { tokens: "2.5" }],
  [
    "what nobody knows",
    { recorded: null, entered: undefined, decimals: 6, token: "USDC" },
    { code: "unknown_amount" },
  ],
  ["nothing", { recorded: "0.0000001", entered: null, decimals: 6, token: "USDC" }, { code: "too_small" }],
])("owed in tokens: %s", (_, owed, expected) => {
  expect(tokensOwed(owed)).toMatchObject(expected)
})

test.each([
  ["0.04", "0.05", true],
  ["0.05", "0.050", true],
  ["0.06", "0.05", false],
  ["0.01", null, false],
])("a refund of %s with a fee of %s brings nothing: %s", (tokens, fee, isProblem) => {
  const words = feeProblem(tokens, fee, "USDC")
  expect(words !== null).toBe(isProblem)
  if (words !== null) expect(words).toContain("note it as settled with the reason")
})

test("a refund that is a cent above what is left says what is left and how it ends", () => {
  const over = refundAmount({ ...question, fiat: `${parseInt(question.captured, 10) + 1}.01` })
  expect(over).toMatchObject({
    code: "over_refund",
    words: expect.stringMatching(/left to refund.*note it as settled/),
  })
})
