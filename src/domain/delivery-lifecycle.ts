/** States of a stored webhook delivery. `dead` waits for a person, or for its sender to repeat it. */
export const DELIVERY_STATES = ["received", "processing", "processed", "ignored", "dead"] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Where a delivery can go from each state. A lease that ran out counts as `processing -> received`. */
export const DELIVERY_TRANSITIONS = {
  received: ["processing"],
  processing: ["received", "processed", "ignored", "dead"],
  processed: [],
  ignored: [],
  dead: ["received"],
} as const satisfies Record<DeliveryState, readonly DeliveryState[]>

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 30 * 60_000

/**
 * Pause before a failed delivery is tried again: doubling from one second, at most half an hour.
 *
 * @param attempts number of attempts made so far, at least 1
 * @returns milliseconds
 * @example backoffMs(3) // 4000
 */
export function backoffMs(attempts: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 20))
}

/** What a failed attempt leads to. */
export function stateAfterFailure(attempts: number, maxAttempts: number): "received" | "dead" {
  return attempts >= maxAttempts ? "dead" : "received"
}
