import { MAX_RETRY_AFTER_MS } from "./retry"

/** Holds back every call of one client until the instant the service named. */
export type RateGate = {
  /** Closes the gate; a later instant wins over an earlier one. */
  hold(waitMs: number): void
  /** How long a call has to wait now, in milliseconds; 0 when the gate is open. */
  waitMs(): number
}

/**
 * The limit is the client's and not one call's: calls that ignored each other's 429 would keep it closed.
 *
 * A hold never exceeds {@link MAX_RETRY_AFTER_MS}, so that one absurd header cannot stop payments for days.
 *
 * @param clock epoch milliseconds
 */
export function createRateGate(clock: () => number): RateGate {
  let opensAtMs = 0
  return {
    hold: (waitMs) => {
      opensAtMs = Math.max(opensAtMs, clock() + Math.min(waitMs, MAX_RETRY_AFTER_MS))
    },
    waitMs: () => Math.max(0, opensAtMs - clock()),
  }
}
