import { compareAmounts } from "../../gateway/amount"
import type { PaymentStatus } from "./payment-status"

/** What an operator reads about a payment, as a code. */
export type PaymentSentence =
  | PaymentStatus
  | "awaiting_no_address"
  | "partially_paid_on_hold"
  | "received_not_settled"
  | "part_after_end"
  | "refund_on_its_way"
  | "applying"
  | "order_timed_out"
  | "order_cancelled"

/** What makes the difference between sentences of one status. Amounts are decimals in token units. */
export type SentenceFacts = {
  expectedAmount: string | null
  receivedAmount: string | null
  isAddressRefused: boolean
  /** The session was deleted, the order is closed, or the attempt has ended. */
  isOver: boolean
  isOnHold: boolean
  isOrderClosed: boolean
  isOrderTimedOut: boolean
  isResolutionDone: boolean
  /** Every refund that is due has a payout that the service has. */
  isRefundSent: boolean
}

const SENTENCES = {
  choose: () => "choose",
  preparing: () => "preparing",
  awaiting: ({ isAddressRefused }) => (isAddressRefused ? "awaiting_no_address" : "awaiting"),
  partially_paid: sentenceOfPart,
  confirming: () => "confirming",
  settled: () => "settled",
  captured: () => "captured",
  overpaid_captured: () => "overpaid_captured",
  refund_due: ({ isRefundSent }) => (isRefundSent ? "refund_on_its_way" : "refund_due"),
  refund_blocked_by_gas: () => "refund_blocked_by_gas",
  partially_refunded: () => "partially_refunded",
  refunded: () => "refunded",
  held: ({ isOnHold }) => (isOnHold ? "partially_paid_on_hold" : "held"),
  applied: ({ isResolutionDone }) => (isResolutionDone ? "applied" : "applying"),
  kept: () => "kept",
  expired: () => "expired",
  failed: () => "failed",
  cancelled: ({ isOrderClosed, isOrderTimedOut }) =>
    isOrderTimedOut ? "order_timed_out" : isOrderClosed ? "order_cancelled" : "cancelled",
  superseded: () => "superseded",
  abandoned: () => "abandoned",
  contradicted: () => "contradicted",
} as const satisfies Record<PaymentStatus, (facts: SentenceFacts) => PaymentSentence>

export function paymentSentence(status: PaymentStatus, facts: SentenceFacts): PaymentSentence {
  return SENTENCES[status](facts)
}

function sentenceOfPart(facts: SentenceFacts): PaymentSentence {
  const { expectedAmount: expected, receivedAmount: received } = facts
  if (facts.isOnHold) return "partially_paid_on_hold"
  if (facts.isOver) return "part_after_end"
  const isAll = expected !== null && received !== null && compareAmounts(received, expected) >= 0
  return isAll ? "received_not_settled" : "partially_paid"
}
