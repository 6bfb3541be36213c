import fc from "fast-check"
import { forAll } from "../../__tests__/for-all"
import { reachableFrom } from "../../__tests__/reachable"
import {
  ATTEMPT_STATES,
  canMove,
  canPayAnew,
  isPastExpiry,
  isSettledStatus,
  isToBePlaced,
  nextState,
  PAYMENT_KINDS,
  PAYMENT_STATES,
  PAYMENT_TRANSITIONS,
  type PaymentState,
  splitState,
  statusToState,
} from "../payment-status"

const TRANSITIONS: Record<PaymentState, readonly PaymentState[]> = PAYMENT_TRANSITIONS
const anyState = fc.constantFrom(...PAYMENT_STATES)
const anyStatus = fc.oneof(
  fc.constantFrom("pending", "confirming", "paid", "overpaid", "failed", "expired", "cancelled"),
  fc.constantFrom("PAID", "paid ", "underpaid", "settled", "partially_paid", "partially_refunded"),
  fc.string()
)

test("every state can be reached from opening and become captured, which is the only end", () => {
  expect(reachableFrom(TRANSITIONS, "opening")).toEqual([...PAYMENT_STATES].sort())
  for (const state of PAYMENT_STATES) expect(reachableFrom(TRANSITIONS, state)).toContain("captured")
  expect(PAYMENT_STATES.filter((state) => TRANSITIONS[state].length === 0)).toEqual(["captured"])
})

test("a payment is of one of these kinds", () => expect(PAYMENT_KINDS).toEqual(["invoice", "auto_deposit"]))

test("no edge goes back to opening or stays where it is, and settled money is never superseded", () => {
  for (const state of PAYMENT_STATES) {
    expect(TRANSITIONS[state]).not.toContain("opening")
    expect(TRANSITIONS[state]).not.toContain(state)
  }
  expect(canMove("settled", "superseded")).toBe(false)
})

test("observations follow the table, the same observation twice changes nothing, and none captures or holds money", () =>
  forAll(anyState, fc.array(anyStatus), (start, statuses) => {
    const ends: PaymentState[] = ["captured", "unallocated"]
    let state = start
    for (const observed of statuses.map(statusToState)) {
      const next = nextState(state, observed)
      expect(next === state || canMove(state, next)).toBe(true)
      expect(nextState(next, observed)).toBe(next)
      if (next !== state) expect(ends).not.toContain(next)
      state = next
    }
  }))

test.each<[PaymentState, string, PaymentState]>([
  ["awaiting", "confirming", "confirming"],
  ["confirming", "pending", "awaiting"],
  ["awaiting", "paid", "settled"],
  ["opening", "overpaid", "settled"],
  ["expired", "paid", "settled"],
  ["cancelled", "confirming", "confirming"],
  ["failed", "overpaid", "settled"],
  ["settled", "pending", "awaiting"],
  ["settled", "confirming", "confirming"],
  ["settled", "expired", "expired"],
  ["captured", "pending", "captured"],
  ["captured", "failed", "captured"],
  ["expired", "pending", "expired"],
  ["failed", "pending", "failed"],
  ["unallocated", "expired", "unallocated"],
])("a payment that is %s and observed as %s is %s", (current, status, expected) => {
  expect(nextState(current, statusToState(status))).toBe(expected)
  expect(nextState(current, statusToState("partially_refunded"))).toBe(current)
})

test("only paid and overpaid fulfil, spelled exactly so", () => {
  expect(["paid", "overpaid"].every(isSettledStatus)).toBe(true)
  forAll(anyStatus, (status) => {
    expect(isSettledStatus(status)).toBe(status === "paid" || status === "overpaid")
  })
})

test("only an awaited payment expires, at the instant of its expiry", () => {
  const expires_at = new Date(1_000)
  expect(isPastExpiry({ state: "awaiting", expires_at }, 999)).toBe(false)
  expect(isPastExpiry({ state: "awaiting", expires_at: null }, 1_000)).toBe(false)
  for (const state of PAYMENT_STATES)
    expect(isPastExpiry({ state, expires_at }, 1_000)).toBe(state === "awaiting")
})

test("an open payment has the state of its attempt, and only without money it can be paid anew", () => {
  expect(PAYMENT_STATES.map(splitState)).toEqual([
    ...ATTEMPT_STATES.map((attempt) => ({ payment: "open", attempt })),
    { payment: "captured", attempt: "settled" },
    { payment: "held", attempt: null },
  ])
  expect((["choosing", ...PAYMENT_STATES] as const).filter(canPayAnew)).toEqual([
    ...["choosing", "opening", "awaiting", "expired", "failed", "cancelled", "superseded"],
  ])
})

const HOUR_MS = 60 * 60_000

test.each<[string, object, number, boolean]>([
  ["at once", {}, 0, true],
  ["for a day", {}, 24 * HOUR_MS - 1, true],
  ["not later", {}, 24 * HOUR_MS, false],
  ["not once a person has decided", { resolution: "refund_due" }, 0, false],
  ["not for another reason", { unallocated_reason: "cart_gone" }, 0, false],
  ["not while it is being tried", { state: "settled" }, 0, false],
  ["not while it is not known when its money came", { settled_at: null }, 0, false],
])("an order that could not be placed is tried again %s", (_, change, afterMs, expected) => {
  const held = { state: "unallocated", unallocated_reason: "completion_failed", resolution: null } as const
  expect(isToBePlaced({ ...held, settled_at: new Date(HOUR_MS), ...change }, HOUR_MS + afterMs)).toBe(
    expected
  )
})
