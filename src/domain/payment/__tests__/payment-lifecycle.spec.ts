import fc from "fast-check"
import {
  canMove,
  isPastExpiry,
  isSettledStatus,
  isToBePlaced,
  nextState,
  PAYMENT_STATES,
  PAYMENT_TRANSITIONS,
  type PaymentState,
  statusToState,
} from "../payment-status"

const targetsOf = (state: PaymentState): readonly PaymentState[] => PAYMENT_TRANSITIONS[state]
const anyState = fc.constantFrom(...PAYMENT_STATES)
const anyStatus = fc.oneof(
  fc.constantFrom("pending", "confirming", "paid", "overpaid", "failed", "expired", "cancelled"),
  fc.string()
)

function reachableFrom(start: PaymentState): Set<PaymentState> {
  const seen = new Set([start])
  for (const state of seen) for (const next of targetsOf(state)) seen.add(next)
  return seen
}

test("every state can be reached from opening", () => {
  expect([...reachableFrom("opening")].sort()).toEqual([...PAYMENT_STATES].sort())
})

test.each(PAYMENT_STATES.filter((state) => state !== "captured"))("%s can still become captured", (state) => {
  expect(reachableFrom(state)).toContain("captured")
})

test("captured is the only end: no edge leaves it, and every other state has one", () => {
  expect(PAYMENT_STATES.filter((state) => targetsOf(state).length === 0)).toEqual(["captured"])
})

test("no edge goes back to opening, and none stays where it is", () => {
  for (const state of PAYMENT_STATES) {
    expect(targetsOf(state)).not.toContain("opening")
    expect(targetsOf(state)).not.toContain(state)
  }
})

test("settled money goes back only until it is captured, and never to an opening or another intent's place", () => {
  expect([...targetsOf("settled")].sort()).toEqual(
    ["awaiting", "cancelled", "captured", "confirming", "expired", "failed", "unallocated"].sort()
  )
  expect([...reachableFrom("captured")]).toEqual(["captured"])
})

test("whatever statuses are observed, in any order, the payment only walks along edges", () => {
  fc.assert(
    fc.property(anyState, fc.array(anyStatus, { maxLength: 30 }), (start, statuses) => {
      let state = start
      for (const status of statuses) {
        const next = nextState(state, statusToState(status))
        expect(next === state || canMove(state, next)).toBe(true)
        state = next
      }
      expect(PAYMENT_STATES).toContain(state)
    })
  )
})

test("observations alone never capture a payment nor put it aside", () => {
  fc.assert(
    fc.property(anyState, fc.array(anyStatus), (start, statuses) => {
      const end = statuses.reduce<PaymentState>(
        (state, status) => nextState(state, statusToState(status)),
        start
      )
      const ends: PaymentState[] = ["captured", "unallocated"]
      if (!ends.includes(start)) expect(ends).not.toContain(end)
    })
  )
})

test("observing the same status twice changes nothing the second time", () => {
  fc.assert(
    fc.property(anyState, anyStatus, (start, status) => {
      const observed = statusToState(status)
      const once = nextState(start, observed)
      expect(nextState(once, observed)).toBe(once)
    })
  )
})

test.each(PAYMENT_STATES)("an unknown status moves nothing from %s", (state) => {
  expect(nextState(state, statusToState("partially_refunded"))).toBe(state)
})

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
})

test("only paid and overpaid fulfil, spelled exactly so", () => {
  expect(["paid", "overpaid"].every(isSettledStatus)).toBe(true)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.constantFrom("PAID", "paid ", "underpaid", "settled", "partially_paid", "confirming")
      ),
      (status) => {
        expect(isSettledStatus(status)).toBe(status === "paid" || status === "overpaid")
      }
    )
  )
})

test("an awaited payment is out of time at the instant it expires, and no other state ever is", () => {
  const expires_at = new Date(1_000)
  expect(isPastExpiry({ state: "awaiting", expires_at }, 999)).toBe(false)
  expect(isPastExpiry({ state: "awaiting", expires_at }, 1_000)).toBe(true)
  expect(isPastExpiry({ state: "awaiting", expires_at: null }, 1_000)).toBe(false)
  for (const state of PAYMENT_STATES.filter((one) => one !== "awaiting")) {
    expect(isPastExpiry({ state, expires_at }, 2_000)).toBe(false)
  }
})

describe("an order that could not be placed", () => {
  const SETTLED = new Date("2026-01-02T00:00:00Z")
  const HOUR_MS = 60 * 60_000
  const held = {
    state: "unallocated",
    unallocated_reason: "completion_failed",
    resolution: null,
    settled_at: SETTLED,
  } as const

  test.each<[string, object, number, boolean]>([
    ["at once", {}, 0, true],
    ["for a day", {}, 23 * HOUR_MS, true],
    ["not later", {}, 24 * HOUR_MS, false],
    ["not once a person has decided", { resolution: "refund_due" }, 0, false],
    ["not for another reason", { unallocated_reason: "cart_gone" }, 0, false],
    ["not while it is being tried", { state: "settled" }, 0, false],
  ])("is tried again %s", (_, change, afterMs, expected) => {
    expect(isToBePlaced({ ...held, ...change }, SETTLED.getTime() + afterMs)).toBe(expected)
  })
})
