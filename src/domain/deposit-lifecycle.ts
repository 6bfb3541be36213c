/**
 * States of a deposit, ours. `acting` is a deposit for which an admin has chosen an action whose answer is not
 * stored yet: the call is about to go out, is on its way, or its answer was lost. It is finished by repeating the
 * call with the same key.
 */
export const DEPOSIT_STATES = [
  "in_review",
  "acting",
  "assigned",
  "accepted",
  "refund_pending",
  "refunded",
] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

/**
 * Where a deposit goes from each state. It can also be resolved in the service's own dashboard, so `in_review` leads
 * everywhere. A refund that failed comes back. A list of the service moves it anywhere. @see judgeListed
 *
 * @see service-interface "Deposit review"
 */
export const DEPOSIT_TRANSITIONS = {
  in_review: ["acting", "assigned", "accepted", "refund_pending", "refunded"],
  acting: ["in_review", "assigned", "accepted", "refund_pending", "refunded"],
  assigned: [],
  accepted: [],
  refund_pending: ["in_review", "refunded"],
  refunded: [],
} as const satisfies Record<DepositState, readonly DepositState[]>

/** What an event can report of a deposit, and `unknown` for one that no list of the service has any more. */
export const REPORTED_STATES = [
  "in_review",
  "assigned",
  "accepted",
  "refund_pending",
  "refunded",
  "unknown",
] as const
export type ReportedState = (typeof REPORTED_STATES)[number]

/** What an admin can do with a deposit in review. */
export const DEPOSIT_ACTIONS = ["assign", "accept", "refund"] as const
export type DepositAction = (typeof DEPOSIT_ACTIONS)[number]

/** State an action leads to when the service agrees. */
export const STATE_AFTER = {
  assign: "assigned",
  accept: "accepted",
  refund: "refund_pending",
} as const satisfies Record<DepositAction, DepositState>

/** Names of the resolution statuses that the document does not spell. */
export type ResolutionNames = {
  assigned: string
  accepted: string
  refundPending: string
  refunded: string
}

/**
 * Reads the state a resolution status stands for.
 *
 * @returns null for a status we do not know: it is shown as it is and moves nothing
 */
export function resolutionToState(status: string, names: ResolutionNames): DepositState | null {
  if (status === "review_required") return "in_review"
  if (status === names.assigned) return "assigned"
  if (status === names.accepted) return "accepted"
  if (status === names.refundPending) return "refund_pending"
  if (status === names.refunded) return "refunded"
  return null
}

/** Whether the lifecycle has the edge. Staying is not an edge. */
export function canDepositMove(from: DepositState, to: DepositState): boolean {
  return (DEPOSIT_TRANSITIONS[from] as readonly DepositState[]).includes(to)
}

/** A deposit in one of these is done with; nothing but a list of the service leads out. */
export type ResolvedState = {
  [S in DepositState]: (typeof DEPOSIT_TRANSITIONS)[S] extends readonly [] ? S : never
}[DepositState]

export function isResolved(state: DepositState): state is ResolvedState {
  return DEPOSIT_TRANSITIONS[state].length === 0
}
