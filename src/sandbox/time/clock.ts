/** The service's time in epoch milliseconds. Never goes back. */
export type Clock = {
  now(): number
  /** Moves the clock forward; a past instant changes nothing. */
  reach(atMs: number): void
}

/** `manual` moves only on command; `flowing` also follows real time. */
export type ClockMode = "manual" | "flowing"

/** @param wallNow real time, epoch milliseconds */
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
