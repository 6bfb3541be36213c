import {
  canWithdrawalMove,
  isOver,
  refundStateOf,
  WITHDRAWAL_STATES,
  WITHDRAWAL_TRANSITIONS,
  type WithdrawalState,
} from "../withdrawal-lifecycle"

const targetsOf = (state: WithdrawalState): readonly WithdrawalState[] => WITHDRAWAL_TRANSITIONS[state]
const OF_THE_SERVICE: WithdrawalState[] = ["sent", "completed", "failed"]

function reachableFrom(start: WithdrawalState): Set<WithdrawalState> {
  const seen = new Set([start])
  for (const state of seen) for (const next of targetsOf(state)) seen.add(next)
  return seen
}

test("every state can be reached from requested", () => {
  expect([...reachableFrom("requested")].sort()).toEqual([...WITHDRAWAL_STATES].sort())
})

test.each(WITHDRAWAL_STATES.filter((state) => state !== "completed"))(
  "one that is %s can still turn out completed",
  (state) => {
    expect(canWithdrawalMove(state, "completed")).toBe(true)
  }
)

test("nothing leaves completed, and it is the only such end", () => {
  expect(WITHDRAWAL_STATES.filter((state) => targetsOf(state).length === 0)).toEqual(["completed"])
})

test("the service's withdrawal is the truth in every state but completed", () => {
  for (const from of WITHDRAWAL_STATES.filter((state) => state !== "completed"))
    for (const to of OF_THE_SERVICE.filter((state) => state !== from))
      expect(`${from} -> ${to}: ${canWithdrawalMove(from, to)}`).toBe(`${from} -> ${to}: true`)
})

test("only a new quote leads from a state to itself", () => {
  expect(WITHDRAWAL_STATES.filter((state) => canWithdrawalMove(state, state))).toEqual([
    "quoted",
    "awaiting_approval",
  ])
})

test("only a quote that a user has seen is sent", () => {
  expect(WITHDRAWAL_STATES.filter((state) => canWithdrawalMove(state, "sending"))).toEqual([
    "quoted",
    "awaiting_approval",
  ])
})

test("only what is not sent yet can be cancelled", () => {
  expect(WITHDRAWAL_STATES.filter((state) => canWithdrawalMove(state, "cancelled"))).toEqual([
    "requested",
    "quoted",
    "awaiting_approval",
  ])
})

test("what the service has never goes back to where it could be sent again", () => {
  for (const state of OF_THE_SERVICE)
    expect([...reachableFrom(state)].filter((reached) => !OF_THE_SERVICE.includes(reached))).toEqual([])
})

test("only sending becomes unknown, and what is unknown is never sent again", () => {
  expect(WITHDRAWAL_STATES.filter((state) => canWithdrawalMove(state, "unknown"))).toEqual(["sending"])
  expect([...reachableFrom("unknown")].sort()).toEqual(["completed", "failed", "refused", "sent", "unknown"])
})

test.each<[WithdrawalState, boolean, ReturnType<typeof refundStateOf>]>([
  ["requested", false, "quoted"],
  ["quoted", false, "quoted"],
  ["awaiting_approval", false, "confirmed"],
  ["sending", false, "confirmed"],
  ["sent", false, "sent"],
  ["completed", true, "done"],
  ["failed", true, "due"],
  ["refused", true, "due"],
  ["cancelled", true, "due"],
  ["unknown", false, "sent"],
])("one that is %s is over: %s, and its refund is %s", (state, over, refund) => {
  expect(isOver(state)).toBe(over)
  expect(refundStateOf(state)).toBe(refund)
})
