import { MAX_RETRY_AFTER_MS } from "./retry"

/** Holds back the calls of one client: until the instant the service named, and to the rate it may use. */
export type RateGate = {
  /** Closes the gate; a later instant wins over an earlier one. */
  hold(waitMs: number): void
  /** How long a call has to wait now, in milliseconds; 0 when the gate is open. */
  waitMs(): number
  /** Counts a call that is sent now. */
  spend(): void
}

export type RateGateSettings = {
  /** Calls that may be sent in a minute; left out, as many as the service takes. */
  perMinute?: number
  /** A gate that has to be open too. What this one is told to wait does not close it. */
  behind?: RateGate
}

/** What may be sent at once after a quiet time: a sixth of a minute's calls. */
const BURST_SHARE = 1 / 6
const MINUTE_MS = 60_000

/**
 * The limit is the client's and not one call's: calls that ignored each other's 429 would keep it closed.
 *
 * A gate behind another serves calls that anybody can cause. They leave the rest of the service's limit to the others, and
 * a 429 that they meet is theirs alone; a 429 that the others meet holds back both.
 *
 * A hold never exceeds {@link MAX_RETRY_AFTER_MS}, so that one absurd header cannot stop payments for days.
 *
 * @param clock epoch milliseconds
 */
export function createRateGate(clock: () => number, { perMinute, behind }: RateGateSettings = {}): RateGate {
  const intervalMs = perMinute === undefined ? 0 : MINUTE_MS / (perMinute * (1 - BURST_SHARE))
  const burstMs = perMinute === undefined ? 0 : Math.max(1, Math.floor(perMinute * BURST_SHARE)) * intervalMs
  let opensAtMs = 0
  /** When the calls that were sent will have been paid for, at the rate. */
  let paidAtMs = 0

  return {
    hold: (waitMs) => {
      opensAtMs = Math.max(opensAtMs, clock() + Math.min(waitMs, MAX_RETRY_AFTER_MS))
    },
    waitMs: () => {
      const nowMs = clock()
      const overMs = intervalMs === 0 ? 0 : paidAtMs + intervalMs - burstMs - nowMs
      return Math.max(0, opensAtMs - nowMs, overMs, behind?.waitMs() ?? 0)
    },
    spend: () => {
      if (intervalMs > 0) paidAtMs = Math.max(paidAtMs, clock()) + intervalMs
      behind?.spend()
    },
  }
}
