import type { AttemptState, PaymentOutcome, PaymentResolution } from "./payment-lifecycle"

/** The operator's status of a payment: each leads to other actions. {@link paymentSentence} says more. */
export const PAYMENT_STATUSES = [
  "awaiting",
  "partially_paid",
  "confirming",
  "captured",
  "refund_due",
  "refund_blocked_by_gas",
  "partially_refunded",
  "refunded",
  "held",
  "applied",
  "kept",
  "expired",
  "cancelled",
  "contradicted",
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** What decides the status. A write that changes one of these stores the status in its transaction. */
export type StatusFacts = {
  outcome: PaymentOutcome
  /** State of the attempt that the payer sees. */
  attempt: AttemptState | "none"
  resolution: PaymentResolution | "none"
  /** The service contradicts its money, and nobody has reviewed that. */
  isContradicted: boolean
  /** The latest payout of a refund waits for gas. */
  isGasBlocked: boolean
  /** A surplus of the captured attempt is due back. */
  isSurplusDue: boolean
  /** Another refund is due. */
  isRefundDue: boolean
  /** A refund of its money, beyond a surplus, is paid. */
  isRefundPaid: boolean
  /** Paid refunds of its order cover what was captured. */
  isFullyRefunded: boolean
  /** Something came that the service does not call settled. */
  hasPart: boolean
  isAbandoned: boolean
  isOrderClosed: boolean
  /** It awaits money, and its quote is over. */
  isPastExpiry: boolean
}

/** Decides the status of a payment. What needs a person comes first. */
export function paymentStatus(facts: StatusFacts): PaymentStatus {
  if (facts.isContradicted) return "contradicted"
  if (facts.isGasBlocked) return "refund_blocked_by_gas"
  return OF_OUTCOME[facts.outcome](facts)
}

const OF_OUTCOME = {
  held: (facts) => OF_RESOLUTION[facts.resolution](facts),
  captured: ({ isSurplusDue, isRefundDue, isRefundPaid, isFullyRefunded }) => {
    if (isSurplusDue || isRefundDue) return "refund_due"
    if (!isRefundPaid) return "captured"
    return isFullyRefunded ? "refunded" : "partially_refunded"
  },
  open: ({ attempt, hasPart, isRefundDue, isAbandoned, isOrderClosed, isPastExpiry }) => {
    if (attempt === "settled" || attempt === "confirming") return "confirming"
    if (hasPart) return "partially_paid"
    if (isRefundDue) return "refund_due"
    if (isAbandoned || isOrderClosed) return "cancelled"
    return attempt === "awaiting" && isPastExpiry ? "expired" : OF_ATTEMPT[attempt]
  },
} as const satisfies Record<PaymentOutcome, (facts: StatusFacts) => PaymentStatus>

const OF_RESOLUTION = {
  none: () => "held",
  keep: () => "kept",
  apply: () => "applied",
  // The refund is recorded right after the decision.
  refund_due: ({ isRefundDue, isRefundPaid }) => (isRefundPaid && !isRefundDue ? "refunded" : "refund_due"),
} as const satisfies Record<StatusFacts["resolution"], (facts: StatusFacts) => PaymentStatus>

/** Of a payment without money. */
const OF_ATTEMPT = {
  none: "awaiting",
  opening: "awaiting",
  awaiting: "awaiting",
  expired: "expired",
  failed: "cancelled",
  cancelled: "cancelled",
  superseded: "cancelled",
} as const satisfies Record<Exclude<StatusFacts["attempt"], "settled" | "confirming">, PaymentStatus>
