/** Longest `Retry-After` we sit out, in milliseconds; past it the call ends with a retryable error. */
export const MAX_RETRY_AFTER_MS = 30_000
/** Longest wait of our own choosing between two attempts, in milliseconds. */
export const MAX_BACKOFF_MS = 8_000

const BASE_BACKOFF_MS = 250
/** An earlier request with our key is still at work: asking again at once only adds load. */
const BASE_IN_PROGRESS_MS = 1_000

/** A failed attempt. Without a status no response was read: the connection failed or timed out. */
export type FailedAttempt = {
  status?: number
  code?: string
  isMutating: boolean
  hasKey: boolean
  /** A 2xx whose answer could not be read. */
  isAccepted?: boolean
}

export type RetryQuestion = FailedAttempt & {
  /** Attempts made so far, from 1. */
  attempt: number
  maxAttempts: number
  /** Time since the first attempt began. */
  elapsedMs: number
  maxElapsedMs: number
  /** What the service asked for, or null. */
  retryAfterMs: number | null
  /** In [0, 1). */
  random: () => number
}

/**
 * Whether a failure is of a kind that may pass.
 *
 * A lost connection may mean that the service already acted, so a call that changes state is
 * repeated only when it carries an idempotency key. A 2xx that cannot be read is such a lost answer: under the same key the
 * service gives it again. Of the refusals only `IDEMPOTENCY_REQUEST_IN_PROGRESS` qualifies: our own timed-out attempt can be
 * its cause.
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
 * Decides whether a failed attempt is sent again, and when.
 *
 * Without instructions the wait is exponential with full jitter, so that clients that failed together
 * do not return together. A wait the service asked for is kept to the millisecond.
 *
 * @returns delay before the next attempt in milliseconds, or null to give up
 * @see service-interface "Retry rules"
 */
export function delayBeforeRetry(question: RetryQuestion): number | null {
  const { attempt, maxAttempts, elapsedMs, maxElapsedMs, retryAfterMs, random } = question
  if (!isRetryable(question) || attempt >= maxAttempts) return null
  if (retryAfterMs !== null && retryAfterMs > MAX_RETRY_AFTER_MS) return null
  const delayMs = retryAfterMs ?? Math.floor(random() * ceilingMs(attempt, question.code))
  return elapsedMs + delayMs > maxElapsedMs ? null : delayMs
}

function ceilingMs(attempt: number, code: string | undefined): number {
  const baseMs = code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" ? BASE_IN_PROGRESS_MS : BASE_BACKOFF_MS
  return Math.min(MAX_BACKOFF_MS, baseMs * 2 ** (attempt - 1))
}
