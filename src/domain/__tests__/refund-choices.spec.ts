import { MEDUSA_HAS_NONE, refundChoices, type RefundChoiceFacts } from "../refund-choices"
import { REFUND_STATES } from "../refund-lifecycle"

const facts: RefundChoiceFacts = {
  state: "due",
  refusal: null,
  settleRefusal: null,
  assetProblem: null,
  amountProblem: null,
  isGoneInMedusa: false,
  isSettledElsewhere: false,
}
const reasons = (change: Partial<RefundChoiceFacts>) => {
  const { quote, settle } = refundChoices({ ...facts, ...change })
  return [quote.reason, settle.reason]
}

test("what is due can be paid, or settled by other means", () => {
  expect(reasons({})).toEqual([null, null])
})

test.each(REFUND_STATES.filter((state) => state !== "due"))("nothing is possible when it is %s", (state) => {
  const { quote, settle } = refundChoices({ ...facts, state })
  expect([quote.is_possible, settle.is_possible]).toEqual([false, false])
  expect(quote.reason).toBe(settle.reason)
})

test.each<[Partial<RefundChoiceFacts>, quote: string | null, settle: string | null]>([
  [{ amountProblem: "Nothing would arrive." }, "Nothing would arrive.", null],
  [{ refusal: "Payouts are off." }, "Payouts are off.", null],
  [{ refusal: "Not you.", settleRefusal: "Not you." }, "Not you.", "Not you."],
  [{ isGoneInMedusa: true }, MEDUSA_HAS_NONE, null],
  [{ assetProblem: "No decimals." }, "No decimals.", null],
  [
    { state: "done", isSettledElsewhere: true },
    "It was settled by other means.",
    "It was settled by other means.",
  ],
  [{ state: "done" }, "It is paid.", "It is paid."],
  [
    { state: "sent", refusal: "Not you.", settleRefusal: "Not you." },
    "A payout of it is under way.",
    "A payout of it is under way.",
  ],
])("%j says why not", (change, quote, settle) => {
  expect(reasons(change)).toEqual([quote, settle])
})
