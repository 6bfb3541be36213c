const LONGEST_ASSUMED_MS = 60 * 60_000

/**
 * How long the service is taken to remember a key. No document says so: without a setting it is as long as the quote that was
 * sent with the key is good, and an hour at most.
 *
 * @param retentionMs the setting; null for none
 * @param quoteLifeMs of the quote; null where there is none, or the service does not tell its end
 * @returns milliseconds
 * @example keyLifeMs(null, 300_000) // 300_000
 */
export function keyLifeMs(retentionMs: number | null, quoteLifeMs: number | null = null): number {
  return retentionMs ?? Math.min(quoteLifeMs ?? LONGEST_ASSUMED_MS, LONGEST_ASSUMED_MS)
}

/**
 * Whether a key may be too old to repeat a call with: a service that has forgotten it would act again.
 *
 * @param retentionMs how long the service remembers a key; half of it is used up at most
 */
export function isKeyTooOld(ageMs: number, retentionMs: number): boolean {
  return ageMs > retentionMs / 2
}
