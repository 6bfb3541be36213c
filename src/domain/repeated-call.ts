const LONGEST_ASSUMED_MS = 60 * 60_000

/**
 * How long the gateway is assumed to remember a key: as configured, else as long as the quote sent with it is
 * valid, and an hour at most.
 *
 * @example keyLifeMs(null, 300_000) // 300_000
 */
export function keyLifeMs(retentionMs: number | null, quoteLifeMs: number | null = null): number {
  return retentionMs ?? Math.min(quoteLifeMs ?? LONGEST_ASSUMED_MS, LONGEST_ASSUMED_MS)
}

/** A gateway that has forgotten the key would act again, so a call is repeated during half of the retention only. */
export function isKeyTooOld(ageMs: number, retentionMs: number): boolean {
  return ageMs > retentionMs / 2
}

/** @returns the milliseconds before the next attempt, by the number of attempts so far, from 1 */
export const doublingPause = (firstMs: number, longestMs: number) => (attempts: number) =>
  Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 20))

export const LONGEST_PAUSE_MS = 5 * 60_000
export const pauseBeforeRepeating = doublingPause(5_000, LONGEST_PAUSE_MS)
