import {
  DEPOSIT_ACTIONS,
  DEPOSIT_STATES,
  DEPOSIT_TRANSITIONS,
  type DepositState,
  isResolved,
  resolutionToState,
  STATE_AFTER,
} from "../deposit-lifecycle"

const targetsOf = (state: DepositState): readonly DepositState[] => DEPOSIT_TRANSITIONS[state]

function reachableFrom(start: DepositState): Set<DepositState> {
  const seen = new Set([start])
  for (const state of seen) for (const next of targetsOf(state)) seen.add(next)
  return seen
}

test("every state can be reached from review", () => {
  expect([...reachableFrom("in_review")].sort()).toEqual([...DEPOSIT_STATES].sort())
})

test("assigned, accepted and refunded are the ends, and everything else leads to each of them", () => {
  const ends = DEPOSIT_STATES.filter(isResolved)
  expect(ends).toEqual(["assigned", "accepted", "refunded"])
  for (const state of DEPOSIT_STATES.filter((candidate) => !isResolved(candidate)))
    expect([...reachableFrom(state)]).toEqual(expect.arrayContaining(ends))
})

test("no edge stays where it is, and only review leads to an action", () => {
  for (const state of DEPOSIT_STATES) expect(targetsOf(state)).not.toContain(state)
  expect(DEPOSIT_STATES.filter((state) => targetsOf(state).includes("processing"))).toEqual(["in_review"])
})

test("only an action that did not happen and a refund that failed come back to review", () => {
  const back = DEPOSIT_STATES.filter((state) => targetsOf(state).includes("in_review"))
  expect(back).toEqual(["processing", "refund_pending"])
})

test.each(DEPOSIT_ACTIONS)("%s leads somewhere that an action can lead to", (action) => {
  expect(targetsOf("processing")).toContain(STATE_AFTER[action])
})

test.each([
  ["review_required", "in_review"],
  ["assigned", "assigned"],
  ["accepted", "accepted"],
  ["refund_pending", "refund_pending"],
  ["refunded", "refunded"],
  ["held_for_compliance", null],
  ["", null],
])("the status %p reads as %p", (status, state) => {
  expect(resolutionToState(status)).toBe(state)
})
