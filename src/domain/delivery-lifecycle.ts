/** States of a stored webhook delivery. `dead` waits for a person, or for its sender to repeat it. */
export const DELIVERY_STATES = ["received", "processing", "processed", "ignored", "dead"] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/**
 * Where a delivery can go from each state. A lease that ran out counts as `processing -> received`.
 *
 * What is done or given up is taken up again only when a person says so, or for `dead` its sender.
 */
export const DELIVERY_TRANSITIONS = {
  received: ["processing"],
  processing: ["received", "processed", "ignored", "dead"],
  processed: ["received"],
  ignored: ["received"],
  dead: ["received"],
} as const satisfies Record<DeliveryState, readonly DeliveryState[]>

/** Those that a person may have worked on once more: the others are waiting for work, or at it. */
export const RERUNNABLE_STATES = ["processed", "ignored", "dead"] as const satisfies readonly DeliveryState[]

/** Those that may be forgotten when they are old: nothing waits for them, and nobody has to look at them. */
export const PURGEABLE_STATES = ["processed", "ignored"] as const satisfies readonly DeliveryState[]

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
