import { compareAmounts } from "../../gateway/amount"
import type { PaymentStatus, StatusFacts } from "./payment-status"

/** What an operator reads about a payment, as a code. */
export type PaymentSentence =
  | PaymentStatus
  | "choose"
  | "preparing"
  | "awaiting_no_address"
  | "partially_paid_on_hold"
  | "received_not_settled"
  | "settled"
  | "overpaid_captured"
  | "part_after_end"
  | "refund_on_its_way"
  | "applying"
  | "order_timed_out"
  | "order_cancelled"
  | "failed"
  | "superseded"
  | "abandoned"

/** What makes the difference between sentences of one status. Amounts are decimals in token units. */
export type SentenceFacts = {
  attempt: StatusFacts["attempt"]
  /** A surplus of captured money is due back. */
  isSurplusDue: boolean
  isAbandoned: boolean
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
  awaiting: ({ attempt, isAddressRefused }) => {
    if (attempt === "none") return "choose"
    if (attempt === "opening") return "preparing"
    return isAddressRefused ? "awaiting_no_address" : "awaiting"
  },
  partially_paid: sentenceOfPart,
  confirming: ({ attempt }) => (attempt === "settled" ? "settled" : "confirming"),
  captured: () => "captured",
  refund_due: ({ isSurplusDue, isRefundSent }) => {
    if (isSurplusDue) return "overpaid_captured"
    return isRefundSent ? "refund_on_its_way" : "refund_due"
  },
  refund_blocked_by_gas: () => "refund_blocked_by_gas",
  partially_refunded: () => "partially_refunded",
  refunded: () => "refunded",
  held: ({ isOnHold }) => (isOnHold ? "partially_paid_on_hold" : "held"),
  applied: ({ isResolutionDone }) => (isResolutionDone ? "applied" : "applying"),
  kept: () => "kept",
  expired: () => "expired",
  cancelled: ({ attempt, isAbandoned, isOrderClosed, isOrderTimedOut }) => {
    if (isAbandoned) return "abandoned"
    if (isOrderTimedOut) return "order_timed_out"
    if (isOrderClosed) return "order_cancelled"
    return attempt === "failed" || attempt === "superseded" ? attempt : "cancelled"
  },
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
