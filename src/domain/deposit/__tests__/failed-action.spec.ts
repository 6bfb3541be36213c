import { decideAfterFailure, type FailedAction, isResultOf } from "../deposit-lifecycle"

const lost: FailedAction = {
  code: "TIMEOUT",
  status: undefined,
  outcome: "unknown",
  isRetryable: true,
  attempts: 1,
}

const refused = { outcome: "not_applied", isRetryable: false } as const

test.each<[string, Partial<FailedAction>, ReturnType<typeof decideAfterFailure>]>([
  ["an answer that was lost", {}, "repeat"],
  ["an answer that was lost seven times", { attempts: 7 }, "repeat"],
  ["an answer that was lost eight times", { attempts: 8 }, "look"],
  ["a service that is away", { code: "SERVICE_UNAVAILABLE" }, "repeat"],
  ["a forbidden refund", { code: "FORBIDDEN", outcome: "not_applied", isRetryable: false }, "release"],
  [
    "a missing payout key",
    { code: "PAYOUT_KEY_MISSING", outcome: "not_applied", isRetryable: false },
    "release",
  ],
  ["a rate limit", { code: "RATE_LIMIT_EXCEEDED", outcome: "not_applied", isRetryable: true }, "repeat"],
  [
    "a rate limit, for the twentieth time",
    { code: "RATE_LIMIT_EXCEEDED", outcome: "not_applied", attempts: 20 },
    "repeat",
  ],
  ["a code we do not know", { ...refused, code: "inactive_intent", status: 422 }, "release"],
  [
    "a code we do not know, of a repetition",
    { ...refused, code: "BRAND_NEW", status: 422, attempts: 2 },
    "look",
  ],
  [
    "a code we do not know, with the status of a conflict",
    { ...refused, code: "BRAND_NEW", status: 409 },
    "look",
  ],
  ["a conflict", { code: "CONFLICT", outcome: "not_applied", isRetryable: false }, "look"],
  ["a conflict after a lost answer", { code: "CONFLICT", isRetryable: false }, "look"],
  ["a refusal after a lost answer", { code: "FORBIDDEN", isRetryable: false }, "look"],
  ["a key used for something else", { code: "IDEMPOTENCY_KEY_MISMATCH", isRetryable: false }, "look"],
  ["an answer that cannot be read", { code: "UNEXPECTED_RESPONSE" }, "repeat"],
  [
    "an answer that was read and is of something else",
    { code: "UNEXPECTED_RESPONSE", isRetryable: false },
    "look",
  ],
  [
    "a request that is still in progress, for the thirtieth time",
    { code: "IDEMPOTENCY_REQUEST_IN_PROGRESS", attempts: 30 },
    "repeat",
  ],
])("%s leads on", (_, change, next) => {
  expect(decideAfterFailure({ ...lost, ...change })).toBe(next)
})

test.each([
  ["assign", ["assigned"]],
  ["accept", ["accepted"]],
  ["refund", ["refund_pending", "refunded"]],
] as const)("%s can lead to %j and to nothing else", (action, states) => {
  const all = ["in_review", "processing", "assigned", "accepted", "refund_pending", "refunded"] as const
  expect(all.filter((state) => isResultOf(action, state))).toEqual(states)
})
