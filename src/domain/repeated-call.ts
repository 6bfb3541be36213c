const LONGEST_ASSUMED_MS = 60 * 60_000

/**
 * How long the gateway is assumed to remember a key. It is not documented: without a setting, as long as the quote sent with
 * the key is valid, and an hour at most.
 *
 * @param retentionMs the setting; null for none
 * @param quoteLifeMs of the quote; null without a quote, or when its end is not known
 * @returns milliseconds
 * @example keyLifeMs(null, 300_000) // 300_000
 */
export function keyLifeMs(retentionMs: number | null, quoteLifeMs: number | null = null): number {
  return retentionMs ?? Math.min(quoteLifeMs ?? LONGEST_ASSUMED_MS, LONGEST_ASSUMED_MS)
}

/**
 * Whether a key may be too old to repeat a call with: a gateway that has forgotten it would act again.
 *
 * @param retentionMs how long the gateway remembers a key; at most half of it is used
 */
export function isKeyTooOld(ageMs: number, retentionMs: number): boolean {
  return ageMs > retentionMs / 2
}

const FIRST_PAUSE_MS = 5_000
/** Longest pause between two calls of one action. */
export const LONGEST_PAUSE_MS = 5 * 60_000

/**
 * Pause before a call is repeated: doubling from five seconds, at most five minutes.
 *
 * @param attempts calls made so far, at least 1
 * @returns milliseconds
 */
export function pauseBeforeRepeating(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20))
}
