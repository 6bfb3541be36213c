import type { AttemptState, PaymentOutcome, PaymentResolution } from "./payment-lifecycle"

/** The operator's status of a payment. What needs a person comes first. */
export const PAYMENT_STATUSES = [
  "choose",
  "preparing",
  "awaiting",
  "partially_paid",
  "confirming",
  "settled",
  "captured",
  "overpaid_captured",
  "refund_due",
  "refund_blocked_by_gas",
  "partially_refunded",
  "refunded",
  "held",
  "applied",
  "kept",
  "expired",
  "failed",
  "cancelled",
  "superseded",
  "abandoned",
  "contradicted",
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Stored facts that decide about the status. Each has one expression in SQL beside it, in the payment list. */
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

/** The values of each fact that a rule is for. A fact that it does not name may be anything. */
export type StatusRule = {
  readonly status: PaymentStatus
  readonly when: { readonly [Fact in keyof StatusFacts]?: readonly StatusFacts[Fact][] }
}

const YES = [true] as const
const OPEN = ["open"] as const
const HELD = ["held"] as const
const CAPTURED = ["captured"] as const

/**
 * The first rule that fits decides. The list's filter builds its SQL from the same rules, so that a payment is found by the
 * status that it shows.
 */
export const STATUS_RULES: readonly StatusRule[] = [
  { status: "contradicted", when: { isContradicted: YES } },
  { status: "refund_blocked_by_gas", when: { isGasBlocked: YES } },

  { status: "held", when: { outcome: HELD, resolution: ["none"] } },
  { status: "kept", when: { outcome: HELD, resolution: ["keep"] } },
  { status: "applied", when: { outcome: HELD, resolution: ["apply"] } },
  { status: "refund_due", when: { outcome: HELD, isRefundDue: YES } },
  { status: "refunded", when: { outcome: HELD, isRefundPaid: YES } },
  // Decided a moment ago: the refund is recorded next.
  { status: "refund_due", when: { outcome: HELD } },

  { status: "overpaid_captured", when: { outcome: CAPTURED, isSurplusDue: YES } },
  { status: "refund_due", when: { outcome: CAPTURED, isRefundDue: YES } },
  { status: "refunded", when: { outcome: CAPTURED, isRefundPaid: YES, isFullyRefunded: YES } },
  { status: "partially_refunded", when: { outcome: CAPTURED, isRefundPaid: YES } },
  { status: "captured", when: { outcome: CAPTURED } },

  { status: "settled", when: { outcome: OPEN, attempt: ["settled"] } },
  { status: "confirming", when: { outcome: OPEN, attempt: ["confirming"] } },
  { status: "partially_paid", when: { outcome: OPEN, hasPart: YES } },
  { status: "refund_due", when: { outcome: OPEN, isRefundDue: YES } },
  { status: "abandoned", when: { outcome: OPEN, isAbandoned: YES } },
  { status: "cancelled", when: { outcome: OPEN, isOrderClosed: YES } },
  { status: "choose", when: { outcome: OPEN, attempt: ["none"] } },
  { status: "preparing", when: { outcome: OPEN, attempt: ["opening"] } },
  { status: "expired", when: { outcome: OPEN, attempt: ["awaiting"], isPastExpiry: YES } },
  { status: "awaiting", when: { outcome: OPEN, attempt: ["awaiting"] } },
  { status: "expired", when: { outcome: OPEN, attempt: ["expired"] } },
  { status: "failed", when: { outcome: OPEN, attempt: ["failed"] } },
  { status: "cancelled", when: { outcome: OPEN, attempt: ["cancelled"] } },
  { status: "superseded", when: { outcome: OPEN, attempt: ["superseded"] } },
]

/** Decides the status of a payment: the one rule for list, detail, order and export. */
export function paymentStatus(facts: StatusFacts): PaymentStatus {
  const rule = STATUS_RULES.find(({ when }) => fits(when, facts))
  if (!rule) throw new Error(`no status for ${JSON.stringify(facts)}`)
  return rule.status
}

function fits(when: StatusRule["when"], facts: StatusFacts): boolean {
  return factNames(when).every((name) => valuesOf(when, name).includes(facts[name]))
}

export function factNames(when: StatusRule["when"]): (keyof StatusFacts)[] {
  return (Object.keys(FACTS) as (keyof StatusFacts)[]).filter((name) => when[name] !== undefined)
}

export function valuesOf(
  when: StatusRule["when"],
  name: keyof StatusFacts
): readonly StatusFacts[keyof StatusFacts][] {
  return when[name] ?? []
}

const FACTS = {
  ...{ outcome: true, attempt: true, resolution: true, isContradicted: true, isGasBlocked: true },
  ...{ isSurplusDue: true, isRefundDue: true, isRefundPaid: true, isFullyRefunded: true, hasPart: true },
  ...{ isAbandoned: true, isOrderClosed: true, isPastExpiry: true },
} as const satisfies Record<keyof StatusFacts, true>
