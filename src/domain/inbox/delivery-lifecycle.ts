/** States of a stored webhook delivery. `dead` waits for an operator, or for its sender to repeat it. */
export const DELIVERY_STATES = ["received", "processing", "processed", "ignored", "dead"] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/**
 * Where a delivery can go from each state. A lease that ran out counts as `processing -> received`.
 *
 * A finished delivery runs again only when an operator says so; a `dead` one also when its sender repeats it.
 */
export const DELIVERY_TRANSITIONS = {
  received: ["processing"],
  processing: ["received", "processed", "ignored", "dead"],
  processed: ["received"],
  ignored: ["received"],
  dead: ["received"],
} as const satisfies Record<DeliveryState, readonly DeliveryState[]>

/** States from which an operator may run a delivery again. */
export const RERUNNABLE_STATES = ["processed", "ignored", "dead"] as const satisfies readonly DeliveryState[]

/**
 * Decides whether an operator may run a delivery again: not while it waits for an attempt, or one is in progress.
 *
 * @returns null when it may run
 */
export function refuseRerun(state: DeliveryState): "waiting" | "in_progress" | null {
  if (RERUNNABLE_STATES.some((one) => one === state)) return null
  return state === "processing" ? "in_progress" : "waiting"
}

/** States in which an old delivery may be deleted: it waits for nothing and no one. */
export const PURGEABLE_STATES = ["processed", "ignored"] as const satisfies readonly DeliveryState[]

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 30 * 60_000

/** Milliseconds before a failed delivery is tried again: doubling from one second, at most half an hour. */
export function backoffMs(attempts: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 20))
}

export function stateAfterFailure(attempts: number, maxAttempts: number): "received" | "dead" {
  return attempts >= maxAttempts ? "dead" : "received"
}
