import fc from "fast-check"
import { canDepositReach, DEPOSIT_STATES, isResolved, type DepositState } from "../deposit-lifecycle"
import { judgeSighting, sightedState, type DepositSighting } from "../deposit-sighting"

const names = {
  assigned: "assigned",
  accepted: "accepted",
  refundPending: "refund_pending",
  refunded: "refunded",
}
const EVENTS = [
  "deposit.review_required",
  "deposit.assigned",
  "deposit.accepted",
  "deposit.refund_pending",
  "deposit.refunded",
  "deposit.refund_failed",
]
const event = (name: string, status: string | null = null): DepositSighting => ({
  source: "event",
  event: name,
  status,
})
const listed = (status: string | null): DepositSighting => ({ source: "list", status })
const judge = (current: DepositState, sighting: DepositSighting) => {
  const verdict = judgeSighting(current, sighting, names)
  if (verdict.kind === "stay") return verdict.isCurrent ? "stay" : "old"
  return verdict.kind === "wait" ? "wait" : `${verdict.kind} ${verdict.to}`
}

test.each<[DepositState, string[]]>([
  // review_required, assigned, accepted, refund_pending, refunded, refund_failed
  ["in_review", ["stay", "move assigned", "move accepted", "check refund_pending", "move refunded", "stay"]],
  ["acting", ["old", "move assigned", "move accepted", "old", "move refunded", "wait"]],
  ["assigned", ["old", "stay", "old", "old", "old", "old"]],
  ["accepted", ["old", "old", "stay", "old", "old", "old"]],
  [
    "refund_pending",
    ["check in_review", "move assigned", "move accepted", "stay", "move refunded", "check in_review"],
  ],
  ["refunded", ["old", "old", "old", "old", "stay", "old"]],
])("events about a deposit that is %s", (state, verdicts) => {
  expect(EVENTS.map((name) => judge(state, event(name)))).toEqual(verdicts)
})

test.each<[DepositState, string[]]>([
  // review_required, assigned, accepted, refund_pending, refunded
  ["in_review", ["stay", "move assigned", "move accepted", "move refund_pending", "move refunded"]],
  ["acting", ["old", "move assigned", "move accepted", "move refund_pending", "move refunded"]],
  ["assigned", ["old", "stay", "old", "old", "old"]],
  ["accepted", ["old", "old", "stay", "old", "old"]],
  ["refund_pending", ["move in_review", "move assigned", "move accepted", "stay", "move refunded"]],
  ["refunded", ["old", "old", "old", "old", "stay"]],
])("a list about a deposit that is %s", (state, verdicts) => {
  const statuses = ["review_required", ...Object.values(names)]
  expect(statuses.map((status) => judge(state, listed(status)))).toEqual(verdicts)
})

test.each(DEPOSIT_STATES)("a status and an event we do not know move nothing that is %s", (state) => {
  const verdict = isResolved(state) ? "old" : "stay"
  expect(judge(state, listed("held_for_compliance"))).toBe(verdict)
  expect(judge(state, event("deposit.frozen", "held_for_compliance"))).toBe(verdict)
  expect(judge(state, event("deposit.frozen"))).toBe(verdict)
})

test("an event we do not know is read by the status it carries", () => {
  expect(sightedState(event("deposit.closed", "refunded"), names)).toBe("refunded")
  expect(sightedState(event("deposit.assigned", "review_required"), names)).toBe("assigned")
})

test("whatever is said, in any order, a deposit only goes where it can, and what is resolved stays so", () => {
  const anySighting = fc.oneof(
    fc.constantFrom(...EVENTS).map((name) => event(name)),
    fc.constantFrom("review_required", ...Object.values(names), "unheard_of").map(listed)
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...DEPOSIT_STATES),
      fc.array(anySighting),
      fc.boolean(),
      (start, sightings, agrees) => {
        let state = start
        for (const sighting of sightings) {
          const verdict = judgeSighting(state, sighting, names)
          if (verdict.kind === "stay" || verdict.kind === "wait" || (verdict.kind === "check" && !agrees))
            continue
          expect(isResolved(state)).toBe(false)
          expect(canDepositReach(state, verdict.to)).toBe(true)
          state = verdict.to
        }
      }
    )
  )
})
