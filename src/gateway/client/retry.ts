export const MAX_BACKOFF_MS = 8_000

const BASE_BACKOFF_MS = 250
/** An earlier request with our key is still running: an immediate retry only adds load. */
const BASE_IN_PROGRESS_MS = 1_000

/** A failed attempt. It has no status when no response was read. */
export type FailedAttempt = {
  status?: number
  code?: string
  isMutating: boolean
  hasKey: boolean
  /** A 2xx that could not be read. */
  isAccepted?: boolean
}

export type RetryQuestion = FailedAttempt & {
  /** From 1. */
  attempt: number
  maxAttempts: number
  elapsedMs: number
  maxElapsedMs: number
  /** A longer wait that the service requires ends the call. */
  longestHoldMs: number
  retryAfterMs: number | null
  /** In [0, 1). */
  random: () => number
}

/**
 * Whether a failure may pass.
 *
 * A lost connection may mean that the service already acted, so a mutating call is retried only with an
 * idempotency key. An unreadable 2xx is such a lost answer. Of the refusals only
 * `IDEMPOTENCY_REQUEST_IN_PROGRESS` qualifies: our own timed-out attempt can cause it.
 *
 * @see service-interface "Retry rules"
 */
export function isRetryable({ status, code, isMutating, hasKey, isAccepted }: FailedAttempt): boolean {
  if (isMutating && !hasKey) return false
  if (isAccepted) return true
  if (status === undefined || status === 408 || status === 429) return true
  return (status >= 500 && status <= 599) || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS"
}

/**
 * Decides whether and when to retry.
 *
 * Exponential backoff with full jitter, so that clients that failed together do not return together. A wait
 * the service named is kept to the millisecond.
 *
 * @returns milliseconds until the next attempt, or null to stop
 * @see service-interface "Retry rules"
 */
export function delayBeforeRetry(question: RetryQuestion): number | null {
  const { attempt, maxAttempts, elapsedMs, maxElapsedMs, longestHoldMs, retryAfterMs, random } = question
  if (!isRetryable(question) || attempt >= maxAttempts) return null
  if (retryAfterMs !== null && retryAfterMs > longestHoldMs) return null
  const delayMs = retryAfterMs ?? Math.floor(random() * ceilingMs(attempt, question.code))
  return elapsedMs + delayMs > maxElapsedMs ? null : delayMs
}

function ceilingMs(attempt: number, code: string | undefined): number {
  const baseMs = code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" ? BASE_IN_PROGRESS_MS : BASE_BACKOFF_MS
  return Math.min(MAX_BACKOFF_MS, baseMs * 2 ** (attempt - 1))
}

const SECONDS = /^\d+(?:\.\d+)?$/
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w :-]+$/

/**
 * Reads the wait the service requires.
 *
 * @param headerNames the first readable one wins
 * @param nowMs our clock, epoch milliseconds
 * @returns milliseconds, 0 for a past instant, null without a readable header
 * @see RFC 9110, 10.2.3
 * @example readRetryAfter(new Headers({ "retry-after": "2" }), ["retry-after"], Date.now()) // 2000
 */
export function readRetryAfter(
  headers: Headers,
  headerNames: readonly string[],
  nowMs: number
): number | null {
  for (const name of headerNames) {
    const waitMs = parseRetryAfter(headers.get(name)?.trim() ?? "", nowMs)
    if (waitMs !== null) return waitMs
  }
  return null
}

function parseRetryAfter(text: string, nowMs: number): number | null {
  if (SECONDS.test(text)) return Math.ceil(Number(text) * 1000)
  if (!HTTP_DATE.test(text)) return null
  // The obsolete asctime form means GMT without saying so; Date would read local time.
  const instantMs = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(instantMs) ? null : Math.max(0, instantMs - nowMs)
}
