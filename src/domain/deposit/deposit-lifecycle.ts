/**
 * States of a deposit. `processing`: an admin chose an action whose answer is not stored yet; it is finished
 * by repeating the call with the same key.
 */
export const DEPOSIT_STATES = [
  "in_review",
  "processing",
  "assigned",
  "accepted",
  "refund_pending",
  "refunded",
] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

/**
 * Where a deposit goes from each state. It can also be resolved in the provider's dashboard, so `in_review`
 * leads everywhere; a failed refund comes back. A list of the provider moves it anywhere.
 *
 * @see judgeListed
 * @see service-interface "Deposit review"
 */
export const DEPOSIT_TRANSITIONS = {
  in_review: ["processing", "assigned", "accepted", "refund_pending", "refunded"],
  processing: ["in_review", "assigned", "accepted", "refund_pending", "refunded"],
  assigned: [],
  accepted: [],
  refund_pending: ["in_review", "refunded"],
  refunded: [],
} as const satisfies Record<DepositState, readonly DepositState[]>

/** What an event can report of a deposit; `unknown` when no list of the provider has it any more. */
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

/** State an action leads to when the provider agrees. */
export const STATE_AFTER = {
  assign: "assigned",
  accept: "accepted",
  refund: "refund_pending",
} as const satisfies Record<DepositAction, DepositState>

/**
 * Reads the state a resolution status stands for.
 *
 * @returns null for an unknown status: it is shown as it is and moves nothing
 */
export function resolutionToState(status: string): DepositState | null {
  if (status === "review_required") return "in_review"
  const isEnd = status === "assigned" || status === "accepted" || status === "refunded"
  return isEnd || status === "refund_pending" ? status : null
}

/** Final states: only a list of the provider leads out. */
export type ResolvedState = {
  [S in DepositState]: (typeof DEPOSIT_TRANSITIONS)[S] extends readonly [] ? S : never
}[DepositState]

export function isResolved(state: DepositState): state is ResolvedState {
  return DEPOSIT_TRANSITIONS[state].length === 0
}

export type ListVerdict =
  /** It is where we have it, or the list does not say. `isCurrent`: the list describes its present state. */
  { kind: "stay"; isCurrent: boolean } | { kind: "move"; to: DepositState }

const STATE_OF_EVENT: Readonly<Record<string, DepositState>> = {
  "deposit.review_required": "in_review",
  "deposit.assigned": "assigned",
  "deposit.accepted": "accepted",
  "deposit.refund_pending": "refund_pending",
  "deposit.refunded": "refunded",
  "deposit.refund_failed": "in_review",
}

/**
 * State that an event reports. It is only a hint to look: a signature proves the sender, not the content.
 *
 * @returns null for unknown words
 */
export function reportedState(event: string, status: string | null): DepositState | null {
  return STATE_OF_EVENT[event] ?? (status === null ? null : resolutionToState(status))
}

/**
 * Decides whether an event's report replaces the one that a deposit keeps until a list confirms it.
 *
 * Events arrive in any order. A report of a final state therefore gives way only to another final state.
 *
 * @param current the state we have, and the report that no list has confirmed yet, if any
 */
export function isReportStored(
  current: { state: DepositState; reported: ReportedState | null },
  to: DepositState
): boolean {
  if (to === current.state) return false
  // Our own action began with the deposit in review, so this event is older.
  if (to === "in_review" && current.state === "processing") return false
  return isResolved(to) || current.reported === null || !isFinalReport(current.reported)
}

function isFinalReport(reported: ReportedState): boolean {
  return reported !== "unknown" && isResolved(reported)
}

/**
 * Decides where a list of the provider moves a deposit. A list shows the present and moves it anywhere, also
 * out of a final state.
 *
 * Only a resolution or a refund ends an action of ours that waits for its answer: it began with the deposit
 * in review.
 *
 * @see service-interface "Deposit review"
 */
export function judgeListed(current: DepositState, status: string | null): ListVerdict {
  const to = status === null ? null : resolutionToState(status)
  if (to === null) return { kind: "stay", isCurrent: !isResolved(current) }
  if (to === current) return { kind: "stay", isCurrent: true }
  if (current === "processing" && to === "in_review") return { kind: "stay", isCurrent: false }
  return { kind: "move", to }
}
