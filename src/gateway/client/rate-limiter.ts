/** Longest wait that the service can require of all calls, in milliseconds. */
export const MAX_HOLD_MS = 10 * 60_000

/** Limits the calls of one client: to its own rate, and to the waits the service requires. */
export type RateLimiter = {
  /** Blocks every call for a time; the later of two instants wins. */
  hold(waitMs: number): void
  /** Milliseconds until the next call may be sent; 0 when it may be sent now. */
  waitMs(): number
  /** The part of it that the service requires. */
  heldMs(): number
  /** Counts a call that is being sent. */
  spend(): void
}

export type RateLimiterSettings = {
  /** Calls per minute. @default no limit */
  perMinute?: number
  /** Another limiter that must allow the call too. Our own holds do not block it. */
  behind?: RateLimiter
}

/** Share of a minute's calls that may follow a pause at once. */
const BURST_SHARE = 1 / 6
const MINUTE_MS = 60_000

/**
 * Creates the limiter that all calls of a client share: calls that ignored each other's 429 would prolong it.
 *
 * A limiter behind another one serves calls that any visitor can cause. They leave part of the limit to the
 * rest, and their 429 holds back only them; a 429 of the others holds back both.
 *
 * A hold never exceeds {@link MAX_HOLD_MS}, so that one absurd header cannot stop payments for days.
 *
 * @param clock epoch milliseconds
 */
export function createRateLimiter(
  clock: () => number,
  { perMinute, behind }: RateLimiterSettings = {}
): RateLimiter {
  const intervalMs = perMinute === undefined ? 0 : MINUTE_MS / (perMinute * (1 - BURST_SHARE))
  const burstMs = perMinute === undefined ? 0 : Math.max(1, Math.floor(perMinute * BURST_SHARE)) * intervalMs
  let opensAtMs = 0
  /** When the rate has caught up with the calls sent so far. */
  let paidAtMs = 0

  const heldMs = () => Math.max(0, opensAtMs - clock(), behind?.heldMs() ?? 0)

  return {
    heldMs,
    hold: (waitMs) => {
      opensAtMs = Math.max(opensAtMs, clock() + Math.min(waitMs, MAX_HOLD_MS))
    },
    waitMs: () => {
      const overMs = intervalMs === 0 ? 0 : paidAtMs + intervalMs - burstMs - clock()
      return Math.max(heldMs(), overMs, behind?.waitMs() ?? 0)
    },
    spend: () => {
      if (intervalMs > 0) paidAtMs = Math.max(paidAtMs, clock()) + intervalMs
      behind?.spend()
    },
  }
}
