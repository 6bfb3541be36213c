import { refundChoices, type RefundChoiceFacts, REFUND_STATES } from "../refund-lifecycle"

const facts: RefundChoiceFacts = {
  state: "due",
  mayMove: true,
  maySettle: true,
  isAssetPayable: true,
  isAmountPayable: true,
  isGoneInMedusa: false,
  isSettledElsewhere: false,
}
const refusals = (change: Partial<RefundChoiceFacts>) => {
  const { quote, settle } = refundChoices({ ...facts, ...change })
  return [quote, settle]
}

test("what is due can be paid, or settled by other means", () => {
  expect(refusals({})).toEqual([null, null])
})

test.each(REFUND_STATES.filter((state) => state !== "due"))("nothing is possible when it is %s", (state) => {
  expect(refusals({ state })).toEqual([state, state])
})

test.each<[Partial<RefundChoiceFacts>, quote: string | null, settle: string | null]>([
  [{ isAmountPayable: false }, "amount", null],
  [{ mayMove: false }, "not_allowed", null],
  [{ mayMove: false, maySettle: false }, "not_allowed", "not_allowed"],
  [{ isGoneInMedusa: true }, "medusa_has_none", null],
  [{ isAssetPayable: false }, "asset", null],
  [{ state: "done", isSettledElsewhere: true }, "settled_elsewhere", "settled_elsewhere"],
  [{ state: "done" }, "done", "done"],
  [{ state: "sent", mayMove: false, maySettle: false }, "sent", "sent"],
])("%j says why not", (change, quote, settle) => {
  expect(refusals(change)).toEqual([quote, settle])
})
