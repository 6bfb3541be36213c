import fc from "fast-check"
import { forAll } from "../../__tests__/for-all"
import { type CheckFacts, isProgressWatched, pauseBeforeCheck } from "../check-schedule"
import { PAYMENT_STATES, type PaymentState } from "../payment-status"

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const pauseOf = (change: Partial<CheckFacts>) =>
  pauseBeforeCheck({
    ...{ id: "ocpay_1", kind: "invoice", state: "awaiting", hasInvoice: true, contradictedMs: null },
    ...{ isGivenUp: false, isUndecidedPart: false, hasFailed: false, callCount: 0 },
    ...{ ageMs: 0, inStateMs: null, expiresInMs: null, ...change },
  })
const part = { state: "unallocated", isUndecidedPart: true } as const
const contradicted = { state: "captured", ageMs: DAY, inStateMs: DAY } as const

test.each<[string, Partial<CheckFacts>, number | null]>([
  ["is new", {}, 20 * SECOND],
  ["is minutes old", { ageMs: 5 * MINUTE }, 2 * MINUTE],
  ["is half an hour old", { ageMs: 30 * MINUTE }, 10 * MINUTE],
  ["is hours old", { ageMs: 3 * HOUR }, HOUR],
  ["is half a day old", { ageMs: 12 * HOUR }, 4 * HOUR],
  ["is days old", { ageMs: 3 * DAY }, 6 * HOUR],
  ["is more than a week old", { ageMs: 8 * DAY }, 12 * HOUR],
  ["is a year old", { ageMs: 365 * DAY }, DAY],
  ["is past its expiry", { ageMs: 40 * MINUTE, expiresInMs: -MINUTE }, 10 * MINUTE],
  ["is new, and could not be checked", { hasFailed: true }, 20 * SECOND],
  ["is hours old, and could not be checked", { ageMs: 3 * HOUR, hasFailed: true }, 10 * MINUTE],
  ["is days old, and could not be checked", { ageMs: 10 * DAY, hasFailed: true }, 10 * MINUTE],
  ["is being opened", { state: "opening", hasInvoice: false }, 2 * MINUTE],
  ["was abandoned and is new", { isGivenUp: true, ageMs: MINUTE }, 20 * MINUTE],
  ["was abandoned long ago", { isGivenUp: true, ageMs: 31 * DAY }, null],
  [
    "was abandoned long ago, and could not be checked",
    { isGivenUp: true, ageMs: 31 * DAY, hasFailed: true },
    10 * MINUTE,
  ],
  ["is held in part, as the rest may arrive", { ...part, ageMs: 3 * HOUR, inStateMs: 2 * HOUR }, HOUR],
  ["has begun to confirm", { state: "confirming", ageMs: HOUR, inStateMs: 0 }, 15 * SECOND],
  ["confirms for ten minutes", { state: "confirming", ageMs: HOUR, inStateMs: 10 * MINUTE }, 5 * MINUTE],
  ["confirms for days", { state: "confirming", ageMs: 9 * DAY, inStateMs: 8 * DAY }, HOUR],
  ["has settled and is not captured", { state: "settled", ageMs: DAY, inStateMs: 0 }, 15 * SECOND],
  ["has expired", { state: "expired", ageMs: HOUR }, 20 * MINUTE],
  ["has failed", { state: "failed", ageMs: 5 * HOUR }, 4 * HOUR],
  ["was cancelled", { state: "cancelled", ageMs: 2 * DAY }, 12 * HOUR],
  ["was superseded", { kind: "auto_deposit", state: "superseded", ageMs: 10 * DAY }, 3 * DAY],
  ["ended a month ago", { state: "expired", ageMs: 30 * DAY }, null],
  ["was never opened", { state: "failed", hasInvoice: false }, null],
  ["may exist", { kind: "auto_deposit", state: "failed", hasInvoice: false, ageMs: MINUTE }, 20 * MINUTE],
  ["the service does not stand by", { ...contradicted, contradictedMs: 0 }, 2 * MINUTE],
  ["it contradicts for an hour", { ...contradicted, contradictedMs: HOUR }, 20 * MINUTE],
  ["it contradicts for days", { ...contradicted, contradictedMs: 3 * DAY }, 12 * HOUR],
  ["it contradicts for a month", { ...contradicted, contradictedMs: 31 * DAY }, null],
])("a payment that %s is polled again after about its pause", (_, change, wantedMs) => {
  const pauseMs = pauseOf(change)
  if (wantedMs === null) return expect(pauseMs).toBeNull()
  expect(pauseMs).toBeGreaterThanOrEqual(wantedMs * 0.9 - 1)
  expect(pauseMs).toBeLessThanOrEqual(wantedMs * 1.1 + 1)
})

test.each<PaymentState>(["captured", "unallocated"])(
  "a payment that is %s is checked three times more: after twenty minutes, an hour and a day",
  (state) => {
    const looks: number[] = []
    for (let atMs = 0; ;) {
      const pauseMs = pauseOf({ state, ageMs: atMs, inStateMs: atMs })
      if (pauseMs === null) break
      looks.push((atMs += pauseMs))
    }
    // In none before, and each soon enough for the next.
    expect(looks.map((ms) => [20 * MINUTE, HOUR, DAY, 1.5 * DAY].filter((at) => at <= ms).length)).toEqual([
      1, 2, 3,
    ])
  }
)

test.each([1, SECOND, MINUTE, 9 * MINUTE])(
  "an invoice that ends in %i ms is polled right after",
  (expiresInMs) => {
    expect(pauseOf({ ageMs: 20 * MINUTE, expiresInMs })).toBe(expiresInMs + 15 * SECOND)
  }
)

test("the same check of the same payment has the same pause, and payments opened together spread out", () => {
  const pauses = () => Array.from({ length: 200 }, (_, n) => pauseOf({ id: `ocpay_${n}` }))
  expect(pauses()).toEqual(pauses())
  expect(new Set(pauses()).size).toBeGreaterThan(150)
})

test("no pause is shorter than ten seconds or longer than two days more than planned, and none ends what is under way", () => {
  const sometimes = fc.option(fc.nat(400 * DAY))
  const flags = {
    hasInvoice: fc.boolean(),
    isGivenUp: fc.boolean(),
    isUndecidedPart: fc.boolean(),
    hasFailed: fc.boolean(),
  }
  const anyFacts = fc.record<CheckFacts>({
    ...{ id: fc.string(), kind: fc.constantFrom("invoice", "auto_deposit"), ...flags },
    ...{ state: fc.constantFrom(...PAYMENT_STATES), contradictedMs: sometimes, inStateMs: sometimes },
    ...{ callCount: fc.nat(200), ageMs: fc.nat(400 * DAY) },
    expiresInMs: fc.option(fc.integer({ min: -DAY, max: DAY })),
  })
  forAll(anyFacts, (facts) => {
    const pauseMs = pauseBeforeCheck(facts)
    if (pauseMs === null) return expect(["opening", "confirming", "settled"]).not.toContain(facts.state)
    expect(Number.isInteger(pauseMs)).toBe(true)
    expect(pauseMs).toBeGreaterThanOrEqual(10 * SECOND)
    expect(pauseMs).toBeLessThanOrEqual(3.3 * DAY)
  })
})

/** Calls of one day, the one that opened it included: a check while progress is watched costs two. */
function callsOfFirstDay(id: string, history: { state: PaymentState; checks: number }[]): number {
  let nowMs = 0
  let callCount = 0
  for (const { state, checks, ...given } of [...history, { state: "awaiting" as const, checks: 1_000 }]) {
    const sinceMs = nowMs
    const confirming_at = new Date(sinceMs)
    for (let check = 0; check < checks; check++) {
      const times = { ageMs: nowMs, inStateMs: nowMs - sinceMs, expiresInMs: 30 * MINUTE - nowMs }
      const pauseMs = pauseOf({ id, state, callCount, ...times, ...given })
      if (pauseMs === null || nowMs + pauseMs >= DAY) return 1 + callCount
      nowMs += pauseMs
      callCount += state === "confirming" && isProgressWatched({ confirming_at }, nowMs) ? 2 : 1
    }
  }
  return 1 + callCount
}

test("an unpaid payment costs fewer than 30 calls on its first day", () => {
  const costs = Array.from({ length: 200 }, (_, n) => callsOfFirstDay(`ocpay_${n}`, []))
  expect(Math.max(...costs)).toBeLessThan(30)
  expect(Math.min(...costs)).toBeGreaterThanOrEqual(20)
})

test("the first day of any payment costs at most 40 calls, however its states follow each other", () => {
  /** States that the service tells one after another, each for so many checks. */
  const anyState = fc.record({
    state: fc.constantFrom<PaymentState>("awaiting", "confirming", "settled", "expired", "cancelled"),
    ...{ checks: fc.integer({ min: 1, max: 60 }), isGivenUp: fc.boolean() },
    ...{ isUndecidedPart: fc.boolean(), hasFailed: fc.boolean() },
  })
  const anyHistory = fc.array(anyState, { minLength: 1, maxLength: 12 })
  const isCheap = fc.property(fc.string(), anyHistory, (id, history) => callsOfFirstDay(id, history) <= 40)
  fc.assert(isCheap, { numRuns: 2_000 })
})
