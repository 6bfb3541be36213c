const LONGEST_ASSUMED_MS = 60 * 60_000

/**
 * How long the gateway is assumed to remember a key: as configured, else as long as the quote sent with it is
 * valid, and an hour at most.
 *
 * @param retentionMs the setting; null for none
 * @param quoteLifeMs null without a quote, or when its end is unknown
 * @example keyLifeMs(null, 300_000) // 300_000
 */
export function keyLifeMs(retentionMs: number | null, quoteLifeMs: number | null = null): number {
  return retentionMs ?? Math.min(quoteLifeMs ?? LONGEST_ASSUMED_MS, LONGEST_ASSUMED_MS)
}

/**
 * Whether a key may be too old to repeat a call with: a gateway that has forgotten it would act again. At
 * most half of the retention is used.
 */
export function isKeyTooOld(ageMs: number, retentionMs: number): boolean {
  return ageMs > retentionMs / 2
}

const FIRST_PAUSE_MS = 5_000
export const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * Milliseconds before a call is repeated: doubling from five seconds, at most five minutes. @param attempts
 * at least 1
 */
export function pauseBeforeRepeating(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20))
}
