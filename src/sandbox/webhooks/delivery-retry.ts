import type { AttemptOutcome } from "./delivery-attempt"

/** UNDOCUMENTED: when a failed delivery is sent again, in milliseconds after the attempt before. */
export const DEFAULT_RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000] as const

export function isDelivered(outcome: AttemptOutcome): boolean {
  return "status" in outcome && outcome.status >= 200 && outcome.status < 300
}

/**
 * Decides when a failed delivery is sent again.
 *
 * A refusal (a 4xx, or a redirect) will hardly change, so it is tried once more only: the receiver
 * may have been in the middle of changing its secret.
 *
 * @param attempts number of attempts made so far, 1 or more
 * @returns delay in milliseconds, or null to give up
 * @example delayBeforeNextAttempt({ status: 503 }, 1, [5000]) // 5000
 */
export function delayBeforeNextAttempt(
  outcome: AttemptOutcome,
  attempts: number,
  delaysMs: readonly number[]
): number | null {
  const allowed = isRefusal(outcome) ? delaysMs.slice(0, 1) : delaysMs
  return allowed[attempts - 1] ?? null
}

function isRefusal(outcome: AttemptOutcome): boolean {
  if (!("status" in outcome)) return false
  return outcome.status < 500 && outcome.status !== 408 && outcome.status !== 429
}
