import { reachableFrom } from "../../__tests__/reachable"
import {
  backoffMs,
  DELIVERY_STATES,
  DELIVERY_TRANSITIONS,
  type DeliveryState,
  PURGEABLE_STATES,
  refuseRerun,
  RERUNNABLE_STATES,
  stateAfterFailure,
} from "../delivery"

test.each([
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [4, 8_000],
  [11, 1_024_000],
  [12, 1_800_000],
  [15, 1_800_000],
  [1_000, 1_800_000],
])("after attempt %i the next one waits %i ms", (attempts, expected) => {
  expect(backoffMs(attempts)).toBe(expected)
})

test("fifteen attempts cover more than an hour, so that a short outage kills no delivery", () => {
  const pauses = Array.from({ length: 14 }, (_, index) => backoffMs(index + 1))
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(3_600_000)
})

test.each([
  [1, 3, "received"],
  [2, 3, "received"],
  [3, 3, "dead"],
  [4, 3, "dead"],
  [1, 1, "dead"],
] as const)("failure %i of at most %i leads to %s", (attempts, maxAttempts, expected) => {
  expect(stateAfterFailure(attempts, maxAttempts)).toBe(expected)
  expect(DELIVERY_TRANSITIONS.processing).toContain(expected)
})

test("every state can be reached", () => {
  const transitions: Record<DeliveryState, readonly DeliveryState[]> = DELIVERY_TRANSITIONS
  expect(reachableFrom(transitions, "received")).toEqual([...DELIVERY_STATES].sort())
})

const othersThan = (states: readonly DeliveryState[]) =>
  DELIVERY_STATES.filter((one) => !states.includes(one))

test("an operator runs no delivery again that is pending or in progress, and a dead delivery is not purged", () => {
  expect(DELIVERY_STATES.map(refuseRerun)).toEqual(["waiting", "in_progress", null, null, null])
  expect(othersThan(RERUNNABLE_STATES)).toEqual(["received", "processing"])
  for (const state of ["processed", "ignored"] as const)
    expect(DELIVERY_TRANSITIONS[state]).toEqual(["received"])
  // Or its payment is captured.
  expect(DELIVERY_TRANSITIONS.dead).toEqual(["received", "processed"])
  expect(othersThan(PURGEABLE_STATES)).toEqual(["received", "processing", "dead"])
})
