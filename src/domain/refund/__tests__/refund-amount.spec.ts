import {
  type ActiveRefund,
  attemptRefundId,
  extraRefundId,
  isTakenByFee,
  refundAmount,
  type RefundQuestion,
  type RefundRefusal,
  refundSums,
  surplusRefundId,
  tokensOwed,
  unallocatedRefundId,
} from "../refund-amount"

const question: RefundQuestion = {
  ...{ fiat: "5.00", captured: "17.00", fiatDecimals: 2, received: "17", expected: "17", decimals: 6 },
  ...{ active: [], room: null, basis: "payment" },
}
const ask = (change: Partial<RefundQuestion>) => refundAmount({ ...question, ...change })
const active = (fiat: string, tokens: string, share = tokens): ActiveRefund => ({ fiat, share, tokens })

const third = { captured: "3", fiat: "1", received: "10", expected: "10" }
const twoThirds = [active("1", "3.333333"), active("1", "3.333333")]
/** At another rate: it took more than its share. */
const dear = { active: [active("5", "10", "5")] }
const cheap = { active: [active("5", "2.5", "5")] }
const today = { basis: "today" } as const

test.each<[string, Partial<RefundQuestion>, tokens: string, share?: string]>([
  ["a part", {}, "5"],
  ["all of it", { fiat: "17" }, "17"],
  ["the rest", { fiat: "12", active: [active("5", "5")] }, "12"],
  ["a third, rounded down", third, "3.333333"],
  ["the last third, with the dust", { ...third, active: twoThirds }, "3.333334"],
  ["a payment that came short", { fiat: "17", received: "16.9" }, "16.9"],
  ["no more than the requested amount", { fiat: "17", received: "20" }, "17"],
  ["all of it, where the service reported no amount", { fiat: "17", received: null }, "17"],
  ["digits that the token cannot hold are cut off", { fiat: "17", received: "16.12345678" }, "16.123456"],
  ["today's rate", { ...today, price: "2" }, "2.5", "5"],
  ["today's rate, rounded down", { ...today, price: "3" }, "1.666666", "5"],
  ["all of it at today's rate", { fiat: "17", ...today, price: "1" }, "17", "17"],
  ["tokens without decimals", { decimals: 0, fiat: "8.51" }, "8", "8"],
  ["a part of the rest takes no more than its part", { fiat: "6", ...dear }, "6", "6"],
  ["today's rate for its own part, beside one that took more", { ...today, price: "1", ...dear }, "5", "5"],
  ["today's rate takes all that one left", { ...today, price: "0.8", fiat: "10", ...cheap }, "12.5", "10"],
  ["today's rate takes what an earlier one left", { ...today, price: "0.8", fiat: "4", ...cheap }, "5", "4"],
])("%s", (...given) => {
  const [, change, tokens, share = tokens] = given
  expect(ask(change)).toEqual({ tokens, share, note: null })
})

const overRefund = (leftFiat: string): RefundRefusal => ({ code: "over_refund", leftFiat })
const tooSmall = (isDust: boolean): RefundRefusal => ({ code: "too_small", isDust })
const noRate: RefundRefusal = { code: "no_rate" }
const aboveLeft = (wantedTokens: string, leftTokens: string): RefundRefusal => ({
  ...{ code: "exceeds_received", reason: "above_left", wantedTokens, leftTokens },
})
const nothingLeft: RefundRefusal = { code: "exceeds_received", reason: "nothing_left" }

test.each<[string, Partial<RefundQuestion>, RefundRefusal]>([
  ["more than was captured", { fiat: "17.01" }, overRefund("17.00")],
  ["more than is left", { fiat: "12.01", active: [active("5", "5")] }, overRefund("12.00")],
  ["a payment that is refunded", { fiat: "0.01", active: [active("17", "17")] }, overRefund("0.00")],
  ["a part of a cent of it", { fiat: "0.004", active: [active("17", "17")] }, overRefund("0.000")],
  ["nothing", { fiat: "0.00" }, tooSmall(false)],
  ["nothing of nothing", { fiat: "0", captured: "0" }, tooSmall(false)],
  ["dust", { decimals: 0, fiat: "0.99" }, tooSmall(true)],
  ["today's rate without a price", { ...today, price: null }, noRate],
  ["a price of zero", { ...today, price: "0" }, noRate],
  ["more tokens than came", { fiat: "17", ...today, price: "0.5" }, aboveLeft("34", "17")],
  ["more tokens than are left", { fiat: "12", ...dear, ...today, price: "1" }, aboveLeft("12", "7")],
  ["money whose tokens are all taken", { fiat: "1", active: [active("16", "17", "16")] }, nothingLeft],
  ["what refunds for other reasons leave nothing for", { room: "0" }, nothingLeft],
])("%s is refused", (_, change, refusal) => {
  expect(ask(change)).toEqual(refusal)
})

test("a refund is named by its reason and what it is of", () => {
  const ids = [surplusRefundId, extraRefundId, attemptRefundId, unallocatedRefundId].map((idOf) => idOf("1"))
  expect(ids).toEqual(["surplus_1", "extra_1", "attempt_1", "unallocated_1"])
})

test("rows that add up to more than came leave nothing, and nothing negative", () => {
  const rows = [active("20", "20")]
  expect(refundSums({ ...question, active: rows })).toEqual({
    ...{ capturedFiat: "17.00", refundedFiat: "20.00", leftFiat: "0.00" },
    ...{ receivedTokens: "17", refundedTokens: "20", leftTokens: "0" },
  })
  expect(ask({ fiat: "1", active: [active("16", "20")] })).toMatchObject({ code: "exceeds_received" })
})

test("the rest of the money takes what one at another rate has left, and says so, in advance too", () => {
  const less = { kind: "gets_less", shareTokens: "12", leftTokens: "7" }
  expect(ask({ fiat: "12", ...dear })).toEqual({ tokens: "7", share: "12", note: less })
  const more = { kind: "takes_more", extraTokens: "5", otherFiat: "12.00", otherTokens: "7" }
  expect(ask({ ...today, price: "0.5" })).toEqual({ tokens: "10", share: "5", note: more })
  expect(ask({ fiat: "17", room: "15" })).toMatchObject({ tokens: "15", share: "17" })
})

test.each<[string | null, string | null | undefined, object]>([
  ["3.0000001", null, { tokens: "3" }],
  ["3", "9", { tokens: "3" }],
  [null, "2.50", { tokens: "2.5" }],
  [null, undefined, { code: "unknown_amount" }],
  ["0.0000001", null, { code: "too_small", isDust: false }],
])("owed in tokens, with %s recorded and %s entered: %j", (recorded, entered, expected) => {
  expect(tokensOwed({ recorded, entered, decimals: 6 })).toMatchObject(expected)
})

test.each([
  ["0.04", "0.05", true],
  ["0.05", "0.050", true],
  ["0.06", "0.05", false],
  ["0.01", null, false],
])("a refund of %s with a fee of %s brings nothing: %s", (tokens, fee, isProblem) => {
  expect(isTakenByFee(tokens, fee)).toBe(isProblem)
})
