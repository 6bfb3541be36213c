/** Time as the sandbox's service sees it, in epoch milliseconds. It never goes back. */
export type Clock = {
  now(): number
  /** Moves the clock forward to an instant; does nothing when the instant has passed. */
  reach(atMs: number): void
}

/** `manual` stands still until it is moved; `flowing` also follows the clock on the wall. */
export type ClockMode = "manual" | "flowing"

/** @param wallNow the clock on the wall, epoch milliseconds */
export function createClock(mode: ClockMode, startMs: number, wallNow: () => number = Date.now): Clock {
  const wallStartMs = wallNow()
  let skippedMs = 0
  const elapsed = mode === "flowing" ? () => wallNow() - wallStartMs : () => 0
  const now = () => startMs + skippedMs + elapsed()
  return {
    now,
    reach(atMs) {
      skippedMs += Math.max(0, atMs - now())
    },
  }
}
