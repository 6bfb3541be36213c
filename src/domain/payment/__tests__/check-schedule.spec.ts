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
const captured = { state: "captured", ageMs: DAY } as const
const confirming = { state: "confirming", ageMs: 12 * HOUR, inStateMs: 0 } as const
/** By calls so far, of `ocpay_1`: a tenth more or less by FNV-1a, which another program computed. */
const JITTER: Readonly<Record<number, number>> = {
  ...{ 0: 1.0673515297938139, 23: 1.0317135248333216, 24: 1.0371824061963708 },
  ...{ 35: 1.0332692127209158, 36: 1.0340504814870655 },
}
/** Jitter does not bring it forward. */
const notBefore = (ms: number) => ms / 0.9

test.each<[string, Partial<CheckFacts>, number | null]>([
  ["is new", {}, 20 * SECOND],
  ["is nearly a minute old", { ageMs: MINUTE - 1 }, 20 * SECOND],
  ["is a minute old", { ageMs: MINUTE }, 2 * MINUTE],
  ["is ten minutes old", { ageMs: 10 * MINUTE }, 10 * MINUTE],
  ["is an hour old", { ageMs: HOUR }, HOUR],
  ["is six hours old", { ageMs: 6 * HOUR }, 4 * HOUR],
  ["is a day old", { ageMs: DAY }, 6 * HOUR],
  ["is a week old", { ageMs: 7 * DAY }, 12 * HOUR],
  ["is a month old", { ageMs: 30 * DAY }, DAY],
  ["is a year old", { ageMs: 365 * DAY }, DAY],
  ["is just past its expiry", { ageMs: 40 * MINUTE, expiresInMs: 0 }, 10 * MINUTE],
  ["is past its expiry", { ageMs: 40 * MINUTE, expiresInMs: -MINUTE }, 10 * MINUTE],
  ["is new, and could not be checked", { hasFailed: true }, 20 * SECOND],
  ["is hours old, and could not be checked", { ageMs: 3 * HOUR, hasFailed: true }, 10 * MINUTE],
  ["is days old, and could not be checked", { ageMs: 10 * DAY, hasFailed: true }, 10 * MINUTE],
  ["is being opened", { state: "opening", hasInvoice: false }, 2 * MINUTE],
  ["is being opened for half an hour", { state: "opening", ageMs: 30 * MINUTE }, 10 * MINUTE],
  ["was abandoned and is new", { isGivenUp: true, ageMs: MINUTE }, 20 * MINUTE],
  ["was abandoned long ago", { isGivenUp: true, ageMs: 31 * DAY }, null],
  ["is held in part, as the rest may arrive", { ...part, ageMs: 3 * HOUR, inStateMs: 2 * HOUR }, HOUR],
  ["was abandoned in part", { ...part, isGivenUp: true, ageMs: 3 * HOUR, inStateMs: 0 }, 4 * HOUR],
  [
    "was abandoned in part long ago",
    { ...part, isGivenUp: true, ageMs: 30 * DAY, inStateMs: 0 },
    notBefore(20 * MINUTE),
  ],
  ["was captured", { ...captured, inStateMs: 0 }, notBefore(20 * MINUTE)],
  ["was captured twenty minutes ago", { ...captured, inStateMs: 20 * MINUTE }, notBefore(40 * MINUTE)],
  ["was captured an hour ago", { ...captured, inStateMs: HOUR }, notBefore(23 * HOUR)],
  ["was captured a day ago", { ...captured, inStateMs: DAY }, null],
  ["was captured, nobody knows when", captured, null],
  ["has the money of an accepted deposit", { ...captured, hasInvoice: false, inStateMs: 0 }, null],
  [
    "has the money of an intent",
    { ...captured, kind: "auto_deposit", hasInvoice: false, inStateMs: 0 },
    notBefore(20 * MINUTE),
  ],
  ["confirms, nobody knows since when", { state: "confirming", ageMs: 10 * MINUTE }, 5 * MINUTE],
  ["has begun to confirm", { state: "confirming", ageMs: HOUR, inStateMs: 0 }, 15 * SECOND],
  ["confirms for ten minutes", { state: "confirming", ageMs: HOUR, inStateMs: 10 * MINUTE }, 5 * MINUTE],
  ["confirms while its quote ends", { ...confirming, inStateMs: 10 * MINUTE, expiresInMs: 1 }, 5 * MINUTE],
  ["confirms for days", { state: "confirming", ageMs: 9 * DAY, inStateMs: 8 * DAY }, HOUR],
  ["has settled and is not captured", { state: "settled", ageMs: DAY, inStateMs: 0 }, 15 * SECOND],
  ["has expired", { state: "expired", ageMs: HOUR }, 20 * MINUTE],
  ["has failed", { state: "failed", ageMs: 2 * HOUR }, 4 * HOUR],
  ["was cancelled", { state: "cancelled", ageMs: DAY }, 12 * HOUR],
  ["was superseded", { kind: "auto_deposit", state: "superseded", ageMs: 7 * DAY }, 3 * DAY],
  ["ended almost a month ago", { state: "expired", ageMs: 30 * DAY - 1 }, 3 * DAY],
  ["ended a month ago", { state: "expired", ageMs: 30 * DAY }, null],
  ["was never opened", { state: "failed", hasInvoice: false }, null],
  ["may exist", { kind: "auto_deposit", state: "failed", hasInvoice: false, ageMs: MINUTE }, 20 * MINUTE],
  ["the service does not stand by", { ...contradicted, contradictedMs: 10 * MINUTE - 1 }, 2 * MINUTE],
  ["it contradicts for ten minutes", { ...contradicted, contradictedMs: 10 * MINUTE }, 20 * MINUTE],
  ["it contradicts for days", { ...contradicted, contradictedMs: 3 * DAY }, 12 * HOUR],
  ["it contradicts for a month", { ...contradicted, contradictedMs: 31 * DAY }, null],
])("a payment that %s is polled again after its pause", (_, change, wantedMs) => {
  expect(pauseOf(change)).toBe(wantedMs === null ? null : Math.round(wantedMs * (JITTER[0] ?? 0)))
})

test("a check that failed is repeated, also after the end of the schedule", () => {
  expect(pauseOf({ isGivenUp: true, ageMs: 31 * DAY, hasFailed: true })).toBe(10 * MINUTE)
})

test.each<[string, Partial<CheckFacts> & { callCount: number }, number]>([
  ["few calls", { ...confirming, callCount: 23 }, 15 * SECOND],
  ["many calls, whose rest is spread over the day", { ...confirming, callCount: 24 }, HOUR],
  ["all calls but one", { ...confirming, callCount: 35 }, 12 * HOUR],
  ["all calls of its first day", { ...confirming, callCount: 36 }, notBefore(12 * HOUR)],
  ["all of them, and its first day is over", { ...confirming, ageMs: DAY, callCount: 36 }, 15 * SECOND],
  ["all of them, however soon it ends", { expiresInMs: MINUTE, callCount: 36 }, notBefore(DAY)],
])("a payment that has cost %s is polled again after its pause", (_, change, wantedMs) => {
  expect(pauseOf(change)).toBe(Math.round(wantedMs * (JITTER[change.callCount] ?? 0)))
})

test.each([
  [null, true],
  [3 * MINUTE - 1, true],
  [3 * MINUTE, false],
])("confirmations since %p ms are watched: %s", (sinceMs, isWatched) => {
  const confirming_at = sinceMs === null ? null : new Date(DAY - sinceMs)
  expect(isProgressWatched({ confirming_at }, DAY)).toBe(isWatched)
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
    for (const callCount of [0, 35])
      expect(pauseOf({ ageMs: 20 * MINUTE, callCount, expiresInMs })).toBe(expiresInMs + 15 * SECOND)
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
