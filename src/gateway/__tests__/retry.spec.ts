import fc from "fast-check"
import { delayBeforeRetry, isRetryable, MAX_BACKOFF_MS } from "../client/call"

const failure = {
  status: 503,
  isMutating: false,
  hasKey: false,
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
    status: fc.option(fc.integer({ min: 400, max: 599 }), { nil: undefined }),
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
