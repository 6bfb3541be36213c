import fc from "fast-check"
import { PAYMENT_STATES } from "../payment-status"
import {
  hasUnsettledMoney,
  type HeldMoney,
  holdUntil,
  isPaidInPart,
  isPartDue,
  isUndecidedPart,
  type PartFacts,
  remainingOf,
} from "../received-amount"

const HOUR = 60 * 60_000
const money = (received_amount: string | null, gateway_status: string | null = "pending") => ({
  gateway_status,
  received_amount,
  expected_amount: "17",
})

test.each([
  [null, "pending", false, false],
  ["0", "pending", false, false],
  ["0.00", "pending", false, false],
  ["0.000001", "pending", true, true],
  ["16.9", "expired", true, true],
  ["16.9", null, true, true],
  ["17", "pending", true, false],
  ["20", "failed", true, false],
  ["16.9", "paid", false, false],
  ["16.9", "overpaid", false, false],
])("%s of 17 received while %s: unsettled money is %s, a part is %s", (received, status, isMoney, isPart) => {
  expect(hasUnsettledMoney(money(received, status))).toBe(isMoney)
  expect(isPaidInPart(money(received, status))).toBe(isPart)
})

test.each([
  [null, "17"],
  ["8.5", "8.5"],
  ["16.999999", "0.000001"],
  ["17", "0"],
  ["20", "0"],
])("of 17 with %s received %s is still to pay", (received_amount, remaining) => {
  expect(remainingOf({ expected_amount: "17", received_amount, decimals: 6 })).toBe(remaining)
})

test("a partial payment in review is one that is queued for being partial, and undecided", () => {
  for (const state of PAYMENT_STATES)
    for (const unallocated_reason of ["partial_payment", "order_cancelled", null])
      for (const resolution of ["keep", null] as const)
        expect(isUndecidedPart({ state, unallocated_reason, resolution })).toBe(
          state === "unallocated" && unallocated_reason === "partial_payment" && resolution === null
        )
})

const part = (change: Partial<PartFacts> = {}): PartFacts => ({
  ...money("8.5"),
  state: "awaiting",
  expiresAtMs: null,
  seenAtMs: 0,
  isGivenUp: false,
  hasTimedOrder: false,
  ...change,
})

test.each<[string, Partial<PartFacts>, number, boolean]>([
  ["came a moment ago", {}, 1, false],
  ["came a day ago", {}, 24 * HOUR, true],
  ["came a day ago for an order whose time ends by itself", { hasTimedOrder: true }, 24 * HOUR, false],
  ["came for a session that is gone", { isGivenUp: true }, 1, true],
  ["came for an invoice that is over", { expiresAtMs: 1 }, 1, true],
  ["came for an invoice that is not over", { expiresAtMs: 2 }, 1, false],
  ["came for an invoice that had ended and is open again", { state: "expired", isGivenUp: true }, 1, true],
  ["is being confirmed", { state: "confirming", isGivenUp: true }, 1, false],
  ["is nothing", { ...money("0"), isGivenUp: true }, 1, false],
])("a part that %s", (_, change, nowMs, isDue) => {
  expect(isPartDue(part(change), 24, nowMs)).toBe(isDue)
})

const held = (received: string, atMs = 0): HeldMoney => ({ share: { part: received, whole: "17" }, atMs })
const RULE = { minBps: 1_000, hours: 24 }

test.each<[string, HeldMoney[], number | null]>([
  ["nothing", [], null],
  ["one base unit less than the share", [held("1.699999")], null],
  ["the share exactly", [held("1.7")], 1_000 + 24 * HOUR],
  ["two that make the share together", [held("0.85"), held("0.85", 9_000)], 1_000 + 24 * HOUR],
  ["one that came after its time was over", [held("1.7", 9_000)], 9_000 + 24 * HOUR],
  ["dust that came after it", [held("1.7"), held("0.01", 9_000)], 1_000 + 24 * HOUR],
  ["money whose worth is not known", [{ share: "unknown", atMs: 0 }], 1_000 + 24 * HOUR],
  ["a part of nothing", [{ share: { part: "1", whole: "0" }, atMs: 0 }], 1_000 + 24 * HOUR],
])("an order is held for %s", (_, all, until) => {
  expect(holdUntil(all, 1_000, RULE)).toBe(until)
})

test("dust never prolongs a hold, however much of it comes", () => {
  const dust = fc.array(
    fc.record({ units: fc.integer({ min: 1, max: 1_699_999 }), atMs: fc.integer({ min: 0, max: 10 ** 12 }) })
  )
  fc.assert(
    fc.property(dust, (all) => {
      const parts = all.map(({ units, atMs }) => ({
        share: { part: String(units), whole: "17000000" },
        atMs,
      }))
      const until = holdUntil([held("8.5"), ...parts], 1_000, RULE)
      expect(until).toBe(1_000 + 24 * HOUR)
    })
  )
})
