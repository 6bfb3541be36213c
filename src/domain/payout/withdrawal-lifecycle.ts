import type { RefundState } from "../refund/refund-lifecycle"

/** What a withdrawal pays: the merchant's own account, or a refund. */
export const WITHDRAWAL_KINDS = ["treasury", "refund"] as const
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[number]

/**
 * States of a withdrawal, ours. `sending` is one that a person has confirmed and whose answer is not stored yet: the call
 * is about to go out, is on its way, or its answer was lost. `sent` is one that the service has, whatever its own word for
 * it. `unknown` is one that may not be repeated any more and that nobody has found at the service: a person ends it.
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
 * Where a withdrawal can go from each state. `quoted` and `awaiting_approval` lead to themselves: a new quote.
 *
 * The canonical withdrawal is the truth: one that names our reference takes the row to `sent`, `completed` or `failed`
 * from wherever we thought it was, also from a state that we had given it up in, or that a restored database fell back to.
 * Nothing leads from where money may be moving (`sending`, `sent`, `unknown`) to `cancelled`, and nothing leaves `completed`.
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

/** Whether the lifecycle has the edge. A new quote is one from a state to itself. */
export function canWithdrawalMove(from: WithdrawalState, to: WithdrawalState): boolean {
  return (WITHDRAWAL_TRANSITIONS[from] as readonly WithdrawalState[]).includes(to)
}

/** States in which a withdrawal is over, unless the service says otherwise after all. */
export const WITHDRAWAL_ENDS = ["completed", "failed", "refused", "cancelled"] as const
export type EndedWithdrawalState = (typeof WITHDRAWAL_ENDS)[number]

/** Whether nothing more is to come, as far as we know. */
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
 * The state of a refund whose latest payout is in this state. Written by the statement that moves the payout.
 *
 * @example refundStateOf("failed") // "due": it is still owed
 */
export function refundStateOf(state: WithdrawalState): RefundState {
  return REFUND_STATES_OF[state]
}
