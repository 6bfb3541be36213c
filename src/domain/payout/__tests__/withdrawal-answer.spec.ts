import { KNOWN_ERROR_CODES } from "../../../gateway/contract"
import {
  decideAfterCreate,
  type FailedCreate,
  isServiceAway,
  isUnclearCode,
  isUnexplainedConflict,
  mayHaveBeenSent,
  pauseBeforeCreatingAgain,
  saysItHasIt,
} from "../withdrawal-lifecycle"

const HOUR = 3_600_000
const refusal = (code: string, status = 400): FailedCreate => ({
  ...{ code, status, outcome: "not_applied", isRetryable: false, isUncertain: false },
  ...{ hasUnclearAnswer: false, keyAgeMs: 1_000, retentionMs: 24 * HOUR },
})
const lost = (code: string, status?: number): FailedCreate => ({
  ...{ ...refusal(code), status, outcome: "unknown", isRetryable: true },
})
const busy = { ...refusal("RATE_LIMIT_EXCEEDED", 429), isRetryable: true }

type Next = ReturnType<typeof decideAfterCreate>

/** What each answer leads to: on a create that was certainly not sent before, and on one that may have been. */
const TABLE: [FailedCreate, certain: Next, uncertain: Next][] = [
  [lost("NETWORK_ERROR"), "repeat", "repeat"],
  [lost("TIMEOUT"), "repeat", "repeat"],
  [lost("UNEXPECTED_RESPONSE", 408), "repeat", "repeat"],
  [lost("UNEXPECTED_RESPONSE", 502), "repeat", "repeat"],
  [lost("INTERNAL_SERVER_ERROR", 500), "repeat", "repeat"],
  [lost("SERVICE_UNAVAILABLE", 503), "repeat", "repeat"],
  [lost("CACHE_COORDINATION_UNAVAILABLE", 503), "repeat", "repeat"],
  [lost("IDEMPOTENCY_REQUEST_IN_PROGRESS", 409), "repeat", "repeat"],
  [busy, "repeat", "repeat"],
  [refusal("VALIDATION_ERROR"), "release", "look"],
  [refusal("INVALID_REQUEST"), "release", "look"],
  [refusal("INSUFFICIENT_BALANCE", 409), "release", "look"],
  [refusal("INSUFFICIENT_BALANCE", 422), "release", "look"],
  [refusal("UNAUTHORIZED", 401), "release", "repeat"],
  [refusal("FORBIDDEN", 403), "release", "repeat"],
  [refusal("PAYOUT_KEY_MISSING"), "release", "repeat"],
  [refusal("CONFLICT", 409), "requote", "look"],
  [refusal("NOT_FOUND", 404), "requote", "look"],
  [{ ...refusal("DUPLICATE_REQUEST", 409), outcome: "unknown" }, "look", "look"],
  [{ ...refusal("IDEMPOTENCY_KEY_MISMATCH", 409), outcome: "unknown" }, "look", "look"],
  [refusal("UNEXPECTED_RESPONSE", 400), "repeat", "repeat"],
  [refusal("UNEXPECTED_RESPONSE", 403), "repeat", "repeat"],
  [refusal("UNEXPECTED_RESPONSE", 409), "repeat", "repeat"],
  [{ ...refusal("UNEXPECTED_RESPONSE", 302), outcome: "unknown" }, "repeat", "repeat"],
  [lost("UNEXPECTED_RESPONSE", 201), "repeat", "repeat"],
  [refusal("BRAND_NEW", 400), "requote", "look"],
  [refusal("BRAND_NEW", 404), "requote", "look"],
  [refusal("BRAND_NEW", 422), "requote", "look"],
  [refusal("BRAND_NEW", 403), "release", "look"],
  [refusal("QUOTE_EXPIRED", 409), "repeat", "look"],
  [refusal("WEBHOOK_RETRY_COOLDOWN", 409), "repeat", "look"],
  [refusal("BRAND_NEW", 302), "look", "look"],
  [refusal("BRAND_NEW", 499), "release", "look"],
  [refusal("BRAND_NEW", 503), "repeat", "repeat"],
  [refusal("RATE_LIMIT_EXCEEDED", 429), "repeat", "repeat"],
  [refusal("WEBHOOK_RETRY_COOLDOWN", 500), "look", "look"],
]

test.each(TABLE)(
  "%j leads on where nothing was sent before, and where an earlier request may have arrived",
  (failure, ...next) => {
    const [certain, uncertain] = next
    expect(decideAfterCreate(failure)).toBe(certain)
    expect(decideAfterCreate({ ...failure, isUncertain: true })).toBe(uncertain)
  }
)

test.each([
  ["the same code again", refusal("QUOTE_EXPIRED", 409), "prove"],
  ["another code that nobody can read", refusal("BRAND_NEW", 422), "prove"],
  ["a refusal of the quote, which a payout by that quote causes too", refusal("CONFLICT", 409), "prove"],
  ["too little money, which a payout on its way causes too", refusal("INSUFFICIENT_BALANCE", 409), "prove"],
  ["an answer that may pass", busy, "repeat"],
  ["an answer that was lost", lost("TIMEOUT"), "repeat"],
  ["a sign of the payout", refusal("DUPLICATE_REQUEST", 409), "look"],
])("after a conflict that nobody can read, %s leads on", (_, failure, next) => {
  expect(decideAfterCreate({ ...failure, hasUnclearAnswer: true })).toBe(next)
  const uncertain = { ...failure, hasUnclearAnswer: true, isUncertain: true }
  expect(decideAfterCreate(uncertain)).toBe(next === "prove" ? "look" : next)
})

/** Whether it is unclear what a code says of a payout, it says that the service has it, and the service is unavailable. */
test.each([
  ["QUOTE_EXPIRED", true, false, false],
  ["WEBHOOK_RETRY_COOLDOWN", true, false, false],
  ["CONFLICT", false, false, false],
  ["NOT_FOUND", false, false, false],
  ["RATE_LIMIT_EXCEEDED", false, false, true],
  ["NETWORK_ERROR", false, false, true],
  ["TIMEOUT", false, false, true],
  ["UNEXPECTED_RESPONSE", false, false, true],
  ["SERVICE_UNAVAILABLE", false, false, true],
  ["INTERNAL_SERVER_ERROR", false, false, true],
  ["CACHE_COORDINATION_UNAVAILABLE", false, false, true],
  ["UNAUTHORIZED", false, false, true],
  ["FORBIDDEN", false, false, false],
  ["DUPLICATE_REQUEST", false, true, false],
  ["IDEMPOTENCY_KEY_MISMATCH", false, true, false],
  ["IDEMPOTENCY_REQUEST_IN_PROGRESS", false, false, false],
  [null, false, false, false],
])(
  "%s is unclear: %s, says that the service has the payout: %s, or that it is unavailable: %s",
  (code, ...says) => {
    expect([isUnclearCode(code), saysItHasIt(code), isServiceAway(code)]).toEqual(says)
  }
)

const STATUSES = [undefined, 200, 400, 401, 403, 404, 408, 409, 422, 429, 500, 503]
const codes = [...KNOWN_ERROR_CODES, "NETWORK_ERROR", "TIMEOUT", "UNEXPECTED_RESPONSE", "BRAND_NEW"]

test.each(codes)("no answer with %s releases a payout that may have been sent", (code) => {
  for (const status of STATUSES)
    for (const isRetryable of [true, false])
      for (const outcome of ["unknown", "not_applied"] as const)
        for (const isUncertain of [true, false]) {
          if (!isUncertain && outcome === "not_applied" && code !== "UNEXPECTED_RESPONSE") continue
          const failure = { ...refusal(code), status, isRetryable, outcome, isUncertain }
          expect(["repeat", "look"]).toContain(decideAfterCreate(failure))
        }
})

const first = { status: 409, isUncertain: false, outcome: "not_applied", code: "CONFLICT" } as const
const repeated = { ...first, isUncertain: true }

test.each<[string, Parameters<typeof isUnexplainedConflict>[0], boolean]>([
  ["a conflict on a repetition", repeated, true],
  ["a conflict with a code we do not know", { ...repeated, code: "BRAND_NEW" }, true],
  ["a conflict after an attempt whose answer was lost", { ...first, outcome: "unknown" }, true],
  ["a duplicate", { ...first, code: "DUPLICATE_REQUEST" }, true],
  ["a conflict of the first request", first, false],
  ["a conflict without the documented body", { ...repeated, code: "UNEXPECTED_RESPONSE" }, false],
  ["a request still in progress", { ...repeated, code: "IDEMPOTENCY_REQUEST_IN_PROGRESS" }, false],
  ["a refusal of the repetition", { ...repeated, status: 400, code: "VALIDATION_ERROR" }, false],
])("whether %s says that the service has something", (_, failure, expected) => {
  expect(isUnexplainedConflict(failure)).toBe(expected)
})

test("a key that may be forgotten is not repeated", () => {
  for (const [failure] of TABLE)
    for (const isUncertain of [true, false])
      expect(decideAfterCreate({ ...failure, isUncertain, keyAgeMs: 12 * HOUR + 1 })).not.toBe("repeat")
  expect(decideAfterCreate({ ...lost("TIMEOUT"), keyAgeMs: 12 * HOUR })).toBe("repeat")
})

test.each([
  [{ code: "TIMEOUT", outcome: "unknown" as const }, true],
  [{ code: "UNEXPECTED_RESPONSE", outcome: "not_applied" as const }, true],
  [{ code: "RATE_LIMIT_EXCEEDED", outcome: "not_applied" as const }, false],
  [{ code: "INSUFFICIENT_BALANCE", outcome: "not_applied" as const }, false],
])("whether a request that ended with %j may have arrived", (failure, expected) => {
  expect(mayHaveBeenSent(failure)).toBe(expected)
})

test("a refused key is tried again after five minutes, everything else sooner", () => {
  expect(pauseBeforeCreatingAgain({ code: "FORBIDDEN", keyAgeMs: 0 })).toBe(300_000)
  expect(pauseBeforeCreatingAgain({ code: "TIMEOUT", keyAgeMs: 0 })).toBe(5_000)
  expect(pauseBeforeCreatingAgain({ code: "TIMEOUT", keyAgeMs: HOUR })).toBe(300_000)
})
