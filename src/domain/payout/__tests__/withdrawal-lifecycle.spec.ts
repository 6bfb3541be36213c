import { refundStateOf } from "../../refund/refund-lifecycle"
import { reachableFrom } from "../../__tests__/reachable"
import {
  canWithdrawalMove,
  isOver,
  MAY_HAVE_LEFT,
  pauseBeforeLook,
  pauseBeforeSearch,
  waitOf,
  WITHDRAWAL_STATES,
  WITHDRAWAL_TRANSITIONS,
  WITHDRAWAL_SOURCES,
  type WithdrawalState,
  type WithdrawalWait,
} from "../withdrawal-lifecycle"
import { PERSONS_OUTCOMES } from "../withdrawal-decisions"

const TRANSITIONS: Record<WithdrawalState, readonly WithdrawalState[]> = WITHDRAWAL_TRANSITIONS
const OF_THE_SERVICE: WithdrawalState[] = ["completed", "failed", "sent"]
const leadingTo = (to: WithdrawalState) => WITHDRAWAL_STATES.filter((state) => canWithdrawalMove(state, to))

test("every state can be reached from requested, and completed, which is the only end, from every other", () => {
  expect(reachableFrom(TRANSITIONS, "requested")).toEqual([...WITHDRAWAL_STATES].sort())
  expect(leadingTo("completed")).toEqual(WITHDRAWAL_STATES.filter((state) => state !== "completed"))
  expect(WITHDRAWAL_STATES.filter((state) => TRANSITIONS[state].length === 0)).toEqual(["completed"])
})

test("the service's withdrawal is the truth in every state but completed, and is never sent again", () => {
  for (const from of WITHDRAWAL_STATES.filter((state) => state !== "completed"))
    for (const to of OF_THE_SERVICE.filter((state) => state !== from))
      expect([from, to, canWithdrawalMove(from, to)]).toEqual([from, to, true])
  for (const state of OF_THE_SERVICE)
    expect(OF_THE_SERVICE).toEqual(expect.arrayContaining(reachableFrom(TRANSITIONS, state)))
})

test("only a quote that a user has seen is sent, only what is not sent is cancelled, and only sending becomes unknown", () => {
  expect(leadingTo("sending")).toEqual(["quoted", "awaiting_approval"])
  expect(leadingTo("cancelled")).toEqual(["requested", "quoted", "awaiting_approval"])
  expect(leadingTo("unknown")).toEqual(["sending"])
  expect(reachableFrom(TRANSITIONS, "unknown")).toEqual([...OF_THE_SERVICE, "refused", "unknown"].sort())
  const renewed = WITHDRAWAL_STATES.filter((state) => canWithdrawalMove(state, state))
  expect(renewed).toEqual(["quoted", "awaiting_approval"])
})

test.each<[WithdrawalState, boolean, ReturnType<typeof refundStateOf>, WithdrawalWait | null]>([
  ["requested", false, "quoted", "quote"],
  ["quoted", false, "quoted", "confirmation"],
  ["awaiting_approval", false, "confirmed", "approval"],
  ["sending", false, "confirmed", "answer"],
  ["unknown", false, "sent", "person"],
  ["completed", true, "done", null],
  ["failed", true, "due", null],
  ["refused", true, "due", null],
  ["cancelled", true, "due", null],
])("one that is %s is over: %s, its refund is %s, and it waits for: %s", (state, over, refund, wait) => {
  expect(isOver(state)).toBe(over)
  expect(refundStateOf(state)).toBe(refund)
  for (const gateway_status of [null, "queued", "gas_blocked"])
    expect(waitOf({ state, gateway_status })).toBe(wait)
})

test("words that rows and requests have are these", () => {
  expect(WITHDRAWAL_SOURCES).toEqual(["service", "transaction", "event"])
  expect(PERSONS_OUTCOMES).toEqual(["paid", "not_paid"])
})

test("money may have left where a payout can be neither cancelled nor made again", () => {
  const gone = WITHDRAWAL_STATES.filter(
    (state) => !canWithdrawalMove(state, "cancelled") && refundStateOf(state) !== "due"
  )
  expect([...MAY_HAVE_LEFT].sort()).toEqual([...gone].sort())
})

test.each<[string | null, WithdrawalWait]>([
  ["queued", "queue"],
  ["pending_funds", "funds"],
  ["gas_blocked", "gas"],
  ["funds_reserved", "reserved_funds"],
  ["processing", "processing"],
  ["broadcast", "network"],
  ["compliance_hold", "unknown"],
  [null, "unknown"],
])(
  "one that the service has as %p waits for: %s, is not over, and its refund is sent",
  (gateway_status, wait) => {
    expect(waitOf({ state: "sent", gateway_status })).toBe(wait)
    expect([isOver("sent"), refundStateOf("sent")]).toEqual([false, "sent"])
  }
)

describe("polling", () => {
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE
  const DAY = 24 * HOUR
  const look = (state: WithdrawalState, inStateMs: number) =>
    pauseBeforeLook({ state, gateway_status: "processing" }, inStateMs)

  test.each<[gateway_status: string | null, ageMs: number, pauseMs: number]>([
    ["queued", 0, 10_000],
    ["processing", 40_000, 20_000],
    ["broadcast", 4 * MINUTE, 2 * MINUTE],
    ["processing", DAY, 5 * MINUTE],
    ["processing", 365 * DAY, 5 * MINUTE],
    ["pending_funds", 0, MINUTE],
    ["pending_funds", 6 * MINUTE, 3 * MINUTE],
    ["gas_blocked", DAY, 10 * MINUTE],
    ["on_hold", 0, MINUTE],
    ["on_hold", DAY, HOUR],
    [null, DAY, HOUR],
  ])("of one that the service calls %p since %i ms is after %i ms", (gateway_status, inStateMs, pauseMs) => {
    expect(pauseBeforeLook({ state: "sent", gateway_status }, inStateMs)).toBe(pauseMs)
  })

  /** Moments, since it came to its state, at which it is asked for. */
  function looks(pause: (ageMs: number) => number | null): number[] {
    const moments: number[] = []
    for (let ageMs = 0; ageMs <= 30 * DAY;) {
      const pauseMs = pause(ageMs)
      if (pauseMs === null) break
      moments.push((ageMs += pauseMs))
    }
    return moments
  }

  test.each(WITHDRAWAL_STATES.filter((state) => state !== "sent"))("of one that is %s ends", (state) => {
    const ends: Partial<Record<WithdrawalState, number[]>> = {
      failed: [10 * MINUTE, HOUR, DAY],
      completed: [HOUR],
    }
    expect(looks((inStateMs) => look(state, inStateMs))).toEqual(ends[state] ?? [])
  })

  test("of one that was not found is after 1, 5, 15 and 60 minutes, and then every hour for seven days", () => {
    const moments = looks(pauseBeforeSearch)
    expect(moments.slice(0, 6)).toEqual([MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR])
    expect(moments.at(-1)).toBe(7 * DAY)
  })
})
