import type { WithdrawalState } from "../payout/withdrawal-lifecycle"

/** Why money is owed back: a refund of an order, a surplus, or money without an order. */
export const REFUND_KINDS = ["order", "surplus", "unallocated"] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

export const REFUND_RATES = ["payment", "today"] as const
export type RefundRate = (typeof REFUND_RATES)[number]

/** `due` waits for an operator; the others follow the latest payout. `done`: paid, or settled elsewhere. */
export const REFUND_STATES = ["due", "quoted", "confirmed", "sent", "done"] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** A refund may skip states. A payout that ended without money makes it `due` again; one that was sent after all takes it along. */
export const REFUND_TRANSITIONS = {
  due: ["quoted", "sent", "done"],
  quoted: ["due", "confirmed", "sent", "done"],
  confirmed: ["due", "quoted", "sent", "done"],
  sent: ["due", "done"],
  done: [],
} as const satisfies Record<RefundState, readonly RefundState[]>

const STATES_BY_PAYOUT = {
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

export function refundStateOf(payout: WithdrawalState): RefundState {
  return STATES_BY_PAYOUT[payout]
}

/**
 * Finds refunds that Medusa took back and made again under a later id. Others stay: Medusa may keep money of an order it never placed.
 */
export function findRepeatedRefunds(
  recorded: readonly { id: string; payment_id: string }[],
  known: ReadonlySet<string>
): string[] {
  const isMadeAgain = ({ id, payment_id }: { id: string; payment_id: string }) =>
    recorded.some((other) => other.payment_id === payment_id && other.id > id && known.has(other.id))
  return recorded.filter((refund) => !known.has(refund.id) && isMadeAgain(refund)).map(({ id }) => id)
}
