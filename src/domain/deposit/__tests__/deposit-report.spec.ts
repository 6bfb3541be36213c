import { type DepositState, isReportStored, type ReportedState } from "../deposit-lifecycle"

const EVENTS = ["in_review", "assigned", "accepted", "refund_pending", "refunded"] as const
const ENDS = ["assigned", "accepted", "refunded"]

const storedOf = (state: DepositState, reported: ReportedState | null) =>
  EVENTS.filter((to) => isReportStored({ state, reported }, to))

test.each<[DepositState, string[]]>([
  ["in_review", ["assigned", "accepted", "refund_pending", "refunded"]],
  ["processing", ["assigned", "accepted", "refund_pending", "refunded"]],
  ["assigned", ["in_review", "accepted", "refund_pending", "refunded"]],
  ["accepted", ["in_review", "assigned", "refund_pending", "refunded"]],
  ["refund_pending", ["in_review", "assigned", "accepted", "refunded"]],
  ["refunded", ["in_review", "assigned", "accepted", "refund_pending"]],
])("a deposit that is %s keeps a report of each other state it can have come to", (state, stored) => {
  expect(storedOf(state, null)).toEqual(stored)
})

test.each<[ReportedState, readonly string[]]>([
  ["in_review", ["assigned", "accepted", "refund_pending", "refunded"]],
  ["refund_pending", ["assigned", "accepted", "refund_pending", "refunded"]],
  ["unknown", ["assigned", "accepted", "refund_pending", "refunded"]],
  ["assigned", ENDS],
  ["accepted", ENDS],
  ["refunded", ENDS],
])("the unconfirmed report %s gives way: a final one to final ones only", (reported, stored) => {
  expect(storedOf("in_review", reported)).toEqual(stored)
})

test("an old event of the review does not undo the reported end of an action", () => {
  expect(isReportStored({ state: "refund_pending", reported: "refunded" }, "in_review")).toBe(false)
  expect(isReportStored({ state: "refund_pending", reported: null }, "in_review")).toBe(true)
})
