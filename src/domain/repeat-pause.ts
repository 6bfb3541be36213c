const FIRST_PAUSE_MS = 5_000
/** Between two calls of the same action at most. */
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
