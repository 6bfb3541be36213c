import fc from "fast-check"
import { delayBeforeRetry, isRetryable, MAX_BACKOFF_MS, readRetryAfter } from "../client/call"

const failure = {
  isRetryable: true,
  attempt: 1,
  maxAttempts: 4,
  elapsedMs: 0,
  maxElapsedMs: 60_000,
  longestHoldMs: Infinity,
  retryAfterMs: null,
  random: () => 0.999_999,
}

test("a failure may pass when it has no status, 408, 429 or 5xx, and a change is repeated only with a key", () => {
  const passing = [undefined, 408, 429, 500, 502, 503, 599]
  for (const status of [...passing, 200, 302, 400, 401, 403, 404, 409, 422, 425]) {
    const expected = passing.includes(status)
    for (const isMutating of [false, true])
      expect([status, isRetryable({ status, isMutating, hasKey: isMutating })]).toEqual([status, expected])
    expect(isRetryable({ status, isMutating: true, hasKey: false })).toBe(false)
  }
})

test("of the conflicts only a request of ours still at work is waited for", () => {
  const conflict = { status: 409, isMutating: true, hasKey: true }
  expect(isRetryable({ ...conflict, code: "IDEMPOTENCY_REQUEST_IN_PROGRESS" })).toBe(true)
  for (const code of ["CONFLICT", "DUPLICATE_REQUEST", "IDEMPOTENCY_KEY_MISMATCH", "BRAND_NEW"]) {
    expect(isRetryable({ ...conflict, code })).toBe(false)
  }
})

test("the ceiling doubles with each attempt up to its maximum", () => {
  const ceilings = [1, 2, 3, 4, 5, 6, 7, 60].map((attempt) =>
    delayBeforeRetry({ ...failure, attempt, maxAttempts: 99 })
  )
  expect(ceilings).toEqual([249, 499, 999, 1999, 3999, 7999, 7999, 7999])
})

test("a request of ours still at work is given more time", () => {
  expect(delayBeforeRetry({ ...failure, code: "IDEMPOTENCY_REQUEST_IN_PROGRESS" })).toBe(999)
})

test("jitter covers the whole range from nothing to the ceiling", () => {
  const delays = [0, 0.5, 0.999_999].map((value) => delayBeforeRetry({ ...failure, random: () => value }))
  expect(delays).toEqual([0, 125, 249])
})

test("a wait longer than the maximum ends the call", () => {
  const patient = { ...failure, longestHoldMs: 20_000 }
  expect(delayBeforeRetry({ ...patient, retryAfterMs: 20_000 })).toBe(20_000)
  expect(delayBeforeRetry({ ...patient, retryAfterMs: 20_001 })).toBeNull()
})

test("the last attempt and a spent time budget end the call", () => {
  expect(delayBeforeRetry({ ...failure, attempt: 4 })).toBeNull()
  expect(delayBeforeRetry({ ...failure, attempt: 1, maxAttempts: 1 })).toBeNull()
  expect(delayBeforeRetry({ ...failure, retryAfterMs: 500, elapsedMs: 59_500 })).toBe(500)
  expect(delayBeforeRetry({ ...failure, retryAfterMs: 501, elapsedMs: 59_500 })).toBeNull()
})

test("no delay is ever negative, past the budget, or beyond the two maxima", () => {
  const questions = fc.record({
    isRetryable: fc.boolean(),
    attempt: fc.integer({ min: 1, max: 2000 }),
    elapsedMs: fc.nat(120_000),
    retryAfterMs: fc.option(fc.nat(100_000)),
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }).map((value) => () => value),
  })
  fc.assert(
    fc.property(questions, (question) => {
      const delay = delayBeforeRetry({ ...failure, maxAttempts: 5000, ...question })
      if (delay === null) return
      expect(delay).toBeGreaterThanOrEqual(0)
      expect(question.elapsedMs + delay).toBeLessThanOrEqual(failure.maxElapsedMs)
      expect(delay).toBeLessThanOrEqual(question.retryAfterMs ?? MAX_BACKOFF_MS)
    })
  )
})

const headerReadAtMs = Date.UTC(1994, 10, 6, 8, 49, 30)
const waitOf = (value: string) =>
  readRetryAfter(new Headers({ "retry-after": value }), ["retry-after"], headerReadAtMs)

test.each([
  ["0", 0],
  ["7", 7000],
  [" 7 ", 7000],
  ["1.5", 1500],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 7000],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 7000],
  ["Sun Nov  6 08:49:37 1994", 7000],
  ["Sun, 06 Nov 1994 08:49:29 GMT", 0],
])("%j is a wait of %i ms", (value, expected) => {
  expect(waitOf(value)).toBe(expected)
})

test.each(["", "-1", "soon", "1e3", "7s", "Sun, 99 Nov 1994 08:49:37 GMT", "Infinity"])(
  "%j says nothing",
  (value) => {
    expect(waitOf(value)).toBeNull()
  }
)

test("the first header that can be read wins", () => {
  const headers = new Headers({ "x-wait": "soon", "retry-after": "2", "x-later": "9" })
  expect(readRetryAfter(headers, ["x-absent", "X-Wait", "Retry-After", "x-later"], headerReadAtMs)).toBe(2000)
  expect(readRetryAfter(headers, ["x-later"], headerReadAtMs)).toBe(9000)
  expect(readRetryAfter(new Headers(), ["retry-after"], headerReadAtMs)).toBeNull()
})

test("whatever a header says, the wait is null or a whole number of milliseconds from 0", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~]{0,40}$/), (value) => {
      const waitMs = waitOf(value)
      expect(waitMs === null || (waitMs >= 0 && !Number.isNaN(waitMs))).toBe(true)
    })
  )
})
