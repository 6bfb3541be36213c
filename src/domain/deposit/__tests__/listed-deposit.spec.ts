import {
  DEPOSIT_STATES,
  type DepositState,
  isResolved,
  judgeListed,
  reportedState,
} from "../deposit-lifecycle"

const judge = (current: DepositState, status: string | null) => {
  const verdict = judgeListed(current, status)
  if (verdict.kind === "move") return `move ${verdict.to}`
  return verdict.isCurrent ? "stay" : "old"
}

test.each<[DepositState, string[]]>([
  // review_required, assigned, accepted, refund_pending, refunded
  ["in_review", ["stay", "move assigned", "move accepted", "move refund_pending", "move refunded"]],
  ["processing", ["old", "move assigned", "move accepted", "move refund_pending", "move refunded"]],
  ["assigned", ["move in_review", "stay", "move accepted", "move refund_pending", "move refunded"]],
  ["accepted", ["move in_review", "move assigned", "stay", "move refund_pending", "move refunded"]],
  ["refund_pending", ["move in_review", "move assigned", "move accepted", "stay", "move refunded"]],
  ["refunded", ["move in_review", "move assigned", "move accepted", "move refund_pending", "stay"]],
])("a list about a deposit that is %s, also one that had ended here", (state, verdicts) => {
  const statuses = ["review_required", "assigned", "accepted", "refund_pending", "refunded"]
  expect(statuses.map((status) => judge(state, status))).toEqual(verdicts)
})

test.each(DEPOSIT_STATES)("a status that is not known, and none, move nothing that is %s", (state) => {
  const verdict = isResolved(state) ? "old" : "stay"
  expect(judge(state, "held_for_compliance")).toBe(verdict)
  expect(judge(state, null)).toBe(verdict)
})

test.each([
  ["deposit.review_required", null, "in_review"],
  ["deposit.assigned", "review_required", "assigned"],
  ["deposit.refund_failed", null, "in_review"],
  ["deposit.closed", "refunded", "refunded"],
  ["deposit.frozen", "held_for_compliance", null],
  ["deposit.frozen", null, null],
])("the event %s with the status %s reports %s", (event, status, state) => {
  expect(reportedState(event, status)).toBe(state)
})
