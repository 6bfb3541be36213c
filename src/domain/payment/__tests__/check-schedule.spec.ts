import fc from "fast-check"
import { isProgressWatched, pauseBeforeCheck, type CheckFacts } from "../check-schedule"
import { PAYMENT_STATES, type PaymentState } from "../payment-status"

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const payment = (change: Partial<CheckFacts> = {}): CheckFacts => ({
  id: "ocpay_1",
  kind: "invoice",
  state: "awaiting",
  hasInvoice: true,
  contradictedMs: null,
  isGivenUp: false,
  isUndecidedPart: false,
  hasFailed: false,
  callCount: 0,
  ageMs: 0,
  inStateMs: null,
  expiresInMs: null,
  ...change,
})

/** A pause that differs from the wanted one by no more than the jitter. */
function expectAbout(pauseMs: number | null, wantedMs: number): void {
  expect(pauseMs).toBeGreaterThanOrEqual(wantedMs * 0.9 - 1)
  expect(pauseMs).toBeLessThanOrEqual(wantedMs * 1.1 + 1)
}

test.each<[string, Partial<CheckFacts>, number | null]>([
  ["is new", { ageMs: 0 }, 20 * SECOND],
  ["is minutes old", { ageMs: 5 * MINUTE }, 2 * MINUTE],
  ["is half an hour old", { ageMs: 30 * MINUTE }, 10 * MINUTE],
  ["is hours old", { ageMs: 3 * HOUR }, HOUR],
  ["is half a day old", { ageMs: 12 * HOUR }, 4 * HOUR],
  ["is days old", { ageMs: 3 * DAY }, 6 * HOUR],
  ["is more than a week old", { ageMs: 8 * DAY }, 12 * HOUR],
  ["is a year old", { ageMs: 365 * DAY }, DAY],
  ["is being opened", { state: "opening", hasInvoice: false }, 2 * MINUTE],
  ["was abandoned and is new", { isGivenUp: true, ageMs: MINUTE }, 20 * MINUTE],
  ["was abandoned long ago", { isGivenUp: true, ageMs: 31 * DAY }, null],
  [
    "is held with a partial payment, like any other whose rest may arrive",
    { state: "unallocated", isUndecidedPart: true, ageMs: 3 * HOUR, inStateMs: 2 * HOUR },
    HOUR,
  ],
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
  ["is an intent that may exist all the same", intentThatFailed(), 20 * MINUTE],
])("a payment that %s is polled again after about its pause", (_, change, wantedMs) => {
  const pauseMs = pauseBeforeCheck(payment(change))
  if (wantedMs === null) expect(pauseMs).toBeNull()
  else expectAbout(pauseMs, wantedMs)
})

function intentThatFailed(): Partial<CheckFacts> {
  return { kind: "auto_deposit", state: "failed", hasInvoice: false, ageMs: MINUTE }
}

test.each<PaymentState>(["captured", "unallocated"])(
  "a payment that is %s is checked three times more: after twenty minutes, an hour and a day",
  (state) => {
    let inStateMs = 0
    const looks: number[] = []
    for (;;) {
      const pauseMs = pauseBeforeCheck(payment({ state, ageMs: inStateMs, inStateMs }))
      if (pauseMs === null) break
      inStateMs += pauseMs
      looks.push(inStateMs)
    }
    expect(looks).toHaveLength(3)
    expect(looks[0]).toBeGreaterThanOrEqual(20 * MINUTE)
    expect(looks[0]).toBeLessThan(HOUR)
    expect(looks[1]).toBeGreaterThanOrEqual(HOUR)
    expect(looks[2]).toBeGreaterThanOrEqual(DAY)
    expect(looks[2]).toBeLessThan(1.5 * DAY)
  }
)

test("money that the service does not stand by is checked soon, then ever less often, and for a month", () => {
  const after = (contradictedMs: number) =>
    pauseBeforeCheck(payment({ state: "captured", ageMs: DAY, inStateMs: DAY, contradictedMs }))
  expectAbout(after(0), 2 * MINUTE)
  expectAbout(after(HOUR), 20 * MINUTE)
  expectAbout(after(3 * DAY), 12 * HOUR)
  expect(after(31 * DAY)).toBeNull()
})

test("an invoice is polled right after its end, never long after and never before", () => {
  for (const expiresInMs of [1, SECOND, MINUTE, 9 * MINUTE]) {
    const pauseMs = pauseBeforeCheck(payment({ ageMs: 20 * MINUTE, expiresInMs }))
    expect(pauseMs).toBe(expiresInMs + 15 * SECOND)
  }
  expectAbout(pauseBeforeCheck(payment({ ageMs: 40 * MINUTE, expiresInMs: -MINUTE })), 10 * MINUTE)
})

test("a check that failed is repeated after ten minutes at the latest", () => {
  for (const ageMs of [HOUR, DAY, 10 * DAY])
    expectAbout(pauseBeforeCheck(payment({ ageMs, hasFailed: true })), 10 * MINUTE)
  expectAbout(pauseBeforeCheck(payment({ ageMs: 0, hasFailed: true })), 20 * SECOND)
})

test("the same check of the same payment has the same pause, and payments opened together spread out", () => {
  const pauses = Array.from({ length: 200 }, (_, n) => pauseBeforeCheck(payment({ id: `ocpay_${n}` })))
  expect(pauses).toEqual(
    Array.from({ length: 200 }, (_, n) => pauseBeforeCheck(payment({ id: `ocpay_${n}` })))
  )
  expect(new Set(pauses).size).toBeGreaterThan(150)
})

const anyFacts = fc.record<CheckFacts>({
  id: fc.string(),
  kind: fc.constantFrom("invoice", "auto_deposit"),
  state: fc.constantFrom(...PAYMENT_STATES),
  hasInvoice: fc.boolean(),
  contradictedMs: fc.option(fc.nat(400 * DAY)),
  isGivenUp: fc.boolean(),
  isUndecidedPart: fc.boolean(),
  hasFailed: fc.boolean(),
  callCount: fc.nat(200),
  ageMs: fc.nat(400 * DAY),
  inStateMs: fc.option(fc.nat(400 * DAY)),
  expiresInMs: fc.option(fc.integer({ min: -DAY, max: DAY })),
})

test("whatever a payment is like, no pause is shorter than ten seconds or longer than two days more than planned", () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const pauseMs = pauseBeforeCheck(facts)
      if (pauseMs === null) return
      expect(Number.isInteger(pauseMs)).toBe(true)
      expect(pauseMs).toBeGreaterThanOrEqual(10 * SECOND)
      expect(pauseMs).toBeLessThanOrEqual(3.3 * DAY)
    })
  )
})

test.each<PaymentState>(["opening", "confirming", "settled"])(
  "a payment that is %s is never abandoned",
  (state) => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(pauseBeforeCheck({ ...facts, state })).not.toBeNull()
      })
    )
  }
)

/** States that the service tells one after another, each for so many checks. */
const anyHistory = fc.array(
  fc.record({
    state: fc.constantFrom<PaymentState>("awaiting", "confirming", "settled", "expired", "cancelled"),
    checks: fc.integer({ min: 1, max: 60 }),
    isGivenUp: fc.boolean(),
    isUndecidedPart: fc.boolean(),
    hasFailed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 }
)

/** Calls of one day, the one that opened it included: a check while progress is watched costs two. */
function callsOfFirstDay(id: string, history: { state: PaymentState; checks: number }[]): number {
  let nowMs = 0
  let callCount = 0
  for (const { state, checks, ...given } of [...history, { state: "awaiting" as const, checks: 1_000 }]) {
    const sinceMs = nowMs
    for (let check = 0; check < checks; check++) {
      const inStateMs = nowMs - sinceMs
      const facts = payment({
        id,
        state,
        callCount,
        ageMs: nowMs,
        inStateMs,
        expiresInMs: 30 * MINUTE - nowMs,
      })
      const pauseMs = pauseBeforeCheck({ ...facts, ...given })
      if (pauseMs === null || nowMs + pauseMs >= DAY) return 1 + callCount
      nowMs += pauseMs
      const isWatched =
        state === "confirming" && isProgressWatched({ confirming_at: new Date(sinceMs) }, nowMs)
      callCount += isWatched ? 2 : 1
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
  fc.assert(
    fc.property(fc.string(), anyHistory, (id, history) => {
      expect(callsOfFirstDay(id, history)).toBeLessThanOrEqual(40)
    }),
    { numRuns: 2_000 }
  )
})
