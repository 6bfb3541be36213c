import type { RefundState } from "../refund/refund-lifecycle"

export const WITHDRAWAL_KINDS = ["treasury", "refund"] as const
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[number]

/**
 * States of a withdrawal. `sending`: confirmed, and the answer of the call is not stored yet. `sent`: the
 * service has it. `unknown`: it may not be repeated any more and was not found at the service: a person ends
 * it.
 */
export const WITHDRAWAL_STATES = [
  "requested",
  "quoted",
  "awaiting_approval",
  "sending",
  "sent",
  "completed",
  "failed",
  "refused",
  "cancelled",
  "unknown",
] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/**
 * Where a withdrawal can go from each state. `quoted` and `awaiting_approval` lead to themselves: a new
 * quote.
 *
 * The canonical withdrawal with our reference takes the row to `sent`, `completed` or `failed` from any
 * state, also from one that a restored database fell back to. Nothing leads from where money may be moving
 * (`sending`, `sent`, `unknown`) to `cancelled`, and nothing leaves `completed`.
 *
 * @see service-interface "Withdrawal"
 */
export const WITHDRAWAL_TRANSITIONS = {
  requested: ["quoted", "awaiting_approval", "refused", "cancelled", "sent", "completed", "failed"],
  quoted: ["quoted", "requested", "awaiting_approval", "sending", "cancelled", "sent", "completed", "failed"],
  awaiting_approval: [
    "awaiting_approval",
    "requested",
    "sending",
    "cancelled",
    "sent",
    "completed",
    "failed",
  ],
  sending: ["sent", "completed", "failed", "refused", "requested", "unknown"],
  sent: ["completed", "failed"],
  completed: [],
  failed: ["sent", "completed"],
  refused: ["sent", "completed", "failed"],
  cancelled: ["sent", "completed", "failed"],
  unknown: ["sent", "completed", "failed", "refused"],
} as const satisfies Record<WithdrawalState, readonly WithdrawalState[]>

/** A new quote is an edge from a state to itself. */
export function canWithdrawalMove(from: WithdrawalState, to: WithdrawalState): boolean {
  return (WITHDRAWAL_TRANSITIONS[from] as readonly WithdrawalState[]).includes(to)
}

/** States in which a withdrawal is over, unless the service reports otherwise later. */
const WITHDRAWAL_ENDS = ["completed", "failed", "refused", "cancelled"] as const
export type EndedWithdrawalState = (typeof WITHDRAWAL_ENDS)[number]

export function isOver(state: WithdrawalState): state is EndedWithdrawalState {
  return (WITHDRAWAL_ENDS as readonly WithdrawalState[]).includes(state)
}

const REFUND_STATES_OF = {
  requested: "quoted",
  quoted: "quoted",
  awaiting_approval: "confirmed",
  sending: "confirmed",
  sent: "sent",
  unknown: "sent",
  completed: "done",
  failed: "due",
  refused: "due",
  cancelled: "due",
} as const satisfies Record<WithdrawalState, RefundState>

/**
 * The state of a refund whose latest payout is in this state.
 *
 * @example refundStateOf("failed") // "due": it is still owed
 */
export function refundStateOf(state: WithdrawalState): RefundState {
  return REFUND_STATES_OF[state]
}
