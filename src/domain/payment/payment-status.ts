import { compareAmounts } from "../../gateway/amount"

/** `auto_deposit` is an intent on the customer's reusable address. */
export const PAYMENT_KINDS = ["invoice", "auto_deposit"] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

const ENDED = ["expired", "failed", "cancelled"] as const

/** `opening` is before the gateway gave us its invoice id; `superseded` is an intent that a newer one replaced. */
export const ATTEMPT_STATES = [
  ...(["opening", "awaiting", "confirming", "settled"] as const),
  ...ENDED,
  "superseded",
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** `held` is settled money that has no order to go to: a person decides. */
export const PAYMENT_OUTCOMES = ["open", "captured", "held"] as const
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number]

/** A payment with its attempt is in one state: that of the attempt while the payment is open, then its outcome. */
export const PAYMENT_STATES = [...ATTEMPT_STATES, "captured", "unallocated"] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * Where a payment can go from each state.
 *
 * An ended payment can still settle, so that late money is not lost. Settled money that differs from the quote goes to
 * `unallocated` at once, so that nothing captures it in between. Settled money can go back until it is captured, as after a
 * reorganization. A process may die between the capture and its record, so a payment that went back can be recorded as captured.
 */
export const PAYMENT_TRANSITIONS = {
  opening: ["awaiting", "confirming", "settled", ...ENDED, "superseded", "unallocated"],
  awaiting: ["confirming", "settled", "captured", ...ENDED, "superseded", "unallocated"],
  confirming: ["awaiting", "settled", "captured", ...ENDED, "unallocated"],
  settled: ["awaiting", "confirming", "captured", ...ENDED, "unallocated"],
  captured: [],
  expired: ["confirming", "settled", "captured", "unallocated"],
  failed: ["confirming", "settled", "captured", "unallocated"],
  cancelled: ["confirming", "settled", "captured", "unallocated"],
  superseded: ["settled", "unallocated"],
  unallocated: ["captured"],
} as const satisfies Record<PaymentState, readonly PaymentState[]>

/** What a person can choose for settled money without an order. None of the choices moves funds. */
export const PAYMENT_RESOLUTIONS = ["apply", "refund_due", "keep"] as const
export type PaymentResolution = (typeof PAYMENT_RESOLUTIONS)[number]

/** A payment with one of its attempts, as the rules read the rows. Amounts are decimals in token units. */
export type PaymentFacts = {
  kind: PaymentKind
  /** Of an earlier attempt, its own. */
  state: PaymentState
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  decimals: number
  external_order_id: string | null
  gateway_invoice_id: string | null
  gateway_status: string | null
  expected_amount: string
  received_amount: string | null
  /** A reported amount that cannot be true. */
  implausible_amount: string | null
  largest_part_amount: string | null
  part_seen_at: Date | null
  confirming_at: Date | null
  expires_at: Date | null
  settled_at: Date | null
  unallocated_reason: string | null
  resolution: PaymentResolution | null
  /** What the resolution is about, null when unknown. Without a resolution, what the order took, null for all that was asked. */
  resolved_token_amount: string | null
  /** The status or reason that contradicts captured or held money, as last read. */
  contradiction: string | null
  /** When the invoice was confirmed again, or a person reviewed the contradiction. */
  contradiction_ended_at: Date | null
  abandoned_at: Date | null
  order_closed_at: Date | null
  /** In major units. */
  fiat_amount: string
  currency_code: string
  /** The account that paid; null for a guest, and for money that nothing but an operator ties to a payment. */
  customer_id: string | null
  resolved_by: string | null
  resolution_done_at: Date | null
  applied_order_id: string | null
  /** The order that a first user proposed where a second user approves. The user, also behind an API key. */
  proposed_order_id: string | null
  proposed_by: string | null
}

/** @returns attempt null where it stays as it is: a part is held while its invoice has expired */
export function splitState(state: PaymentState): { payment: PaymentOutcome; attempt: AttemptState | null } {
  if (state === "captured") return { payment: "captured", attempt: "settled" }
  if (state === "unallocated") return { payment: "held", attempt: null }
  return { payment: "open", attempt: state }
}

/**
 * @returns null for an unknown status: it is kept verbatim elsewhere and moves nothing
 * @see service-interface "States and transitions"
 */
export function statusToState(status: string): PaymentState | null {
  if (status === "pending") return "awaiting"
  if (status === "confirming") return "confirming"
  if (isSettledStatus(status)) return "settled"
  return ENDED.find((ended) => ended === status) ?? null
}

export function isSettledStatus(status: string | null): boolean {
  return status === "paid" || status === "overpaid"
}

export function isEnded(state: PaymentState): boolean {
  return ENDED.some((ended) => ended === state)
}

/** Whether an attempt is in a state from which another attempt can be opened. */
export function canPayAnew(state: PaymentState | "choosing"): boolean {
  return state !== "confirming" && state !== "settled" && state !== "captured" && state !== "unallocated"
}

export function canMove(from: PaymentState, to: PaymentState): boolean {
  return (PAYMENT_TRANSITIONS[from] as readonly PaymentState[]).includes(to)
}

/**
 * The state after the canonical invoice was read. Observations that the table does not have are ignored.
 *
 * @example nextState("captured", "expired") // "captured"
 */
export function nextState(current: PaymentState, observed: PaymentState | null): PaymentState {
  return observed !== null && canMove(current, observed) ? observed : current
}

/** How long placing an order is tried again, for example until its goods are back. */
const PLACING_MS = 24 * 60 * 60_000

/** Whether money in review waits for an order that Medusa could not place, so that placing it is tried again. */
export function isToBePlaced(
  payment: Pick<PaymentFacts, "state" | "unallocated_reason" | "resolution" | "settled_at">,
  nowMs: number
): boolean {
  const { settled_at } = payment
  return (
    isUndecided(payment, "completion_failed") &&
    settled_at !== null &&
    nowMs - settled_at.getTime() < PLACING_MS
  )
}

/** Whether held money waits for a decision for this reason. */
export function isUndecided(
  {
    state,
    unallocated_reason,
    resolution,
  }: Pick<PaymentFacts, "state" | "unallocated_reason" | "resolution">,
  reason: string
): boolean {
  return state === "unallocated" && unallocated_reason === reason && resolution === null
}

/** Whether an awaited payment has expired, even when its expiry was never announced. */
export function isPastExpiry(
  { state, expires_at }: Pick<PaymentFacts, "state" | "expires_at">,
  nowMs: number
): boolean {
  return state === "awaiting" && expires_at !== null && expires_at.getTime() <= nowMs
}

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

/** What decides the status. A write that changes one of these facts stores the status in its transaction. */
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
  /** Money arrived that the service does not call settled. */
  hasPart: boolean
  isAbandoned: boolean
  isOrderClosed: boolean
  /** It awaits money, and its quote is over. */
  isPastExpiry: boolean
}

/** Decides the status of a payment. What needs a person comes first. */
export function paymentStatus(facts: StatusFacts): PaymentStatus {
  const { outcome, attempt, resolution, isRefundDue, isRefundPaid } = facts
  if (facts.isContradicted) return "contradicted"
  if (facts.isGasBlocked) return "refund_blocked_by_gas"
  if (outcome === "held") {
    // The refund is recorded right after the decision.
    if (resolution === "refund_due") return isRefundPaid && !isRefundDue ? "refunded" : "refund_due"
    return STATUS_OF_RESOLUTION[resolution]
  }
  if (outcome === "captured") {
    if (facts.isSurplusDue || isRefundDue) return "refund_due"
    if (!isRefundPaid) return "captured"
    return facts.isFullyRefunded ? "refunded" : "partially_refunded"
  }
  if (attempt === "settled" || attempt === "confirming") return "confirming"
  if (facts.hasPart) return "partially_paid"
  if (isRefundDue) return "refund_due"
  if (facts.isAbandoned || facts.isOrderClosed) return "cancelled"
  return attempt === "awaiting" && facts.isPastExpiry ? "expired" : STATUS_OF_ATTEMPT[attempt]
}

const STATUS_OF_RESOLUTION = { none: "held", keep: "kept", apply: "applied" } as const

/** Of a payment without money. */
const STATUS_OF_ATTEMPT = {
  none: "awaiting",
  opening: "awaiting",
  awaiting: "awaiting",
  expired: "expired",
  failed: "cancelled",
  cancelled: "cancelled",
  superseded: "cancelled",
} as const satisfies Record<Exclude<StatusFacts["attempt"], "settled" | "confirming">, PaymentStatus>

/** What distinguishes the sentences of one status. Amounts are decimals in token units. */
export type SentenceFacts = StatusFacts & {
  expectedAmount: string | null
  receivedAmount: string | null
  isAddressRefused: boolean
  /** The order is out of time, and kept for its part. */
  isOnHold: boolean
  isOrderTimedOut: boolean
  isResolutionDone: boolean
  /** Every refund that is due has a payout that the service has. */
  isRefundSent: boolean
  /** What became of a deposit that was sent for it; null without one. */
  deposit: "in_review" | "accepted" | "returned" | null
}

/** The code of the sentence that an operator reads about a payment. */
export function paymentSentence(status: PaymentStatus, facts: SentenceFacts) {
  const { attempt, expectedAmount: expected, receivedAmount: received, deposit } = facts
  const isUnpaid = status === "awaiting" || status === "cancelled"
  if (isUnpaid && deposit === "in_review") return "deposit_in_review"
  if (status === "expired" && deposit !== null) return `deposit_${deposit}`
  switch (status) {
    case "awaiting":
      if (attempt === "none") return "choose"
      if (attempt === "opening") return "preparing"
      return facts.isAddressRefused ? "awaiting_no_address" : "awaiting"
    case "partially_paid":
      if (facts.isOnHold) return "partially_paid_on_hold"
      if (isOver(facts)) return "part_after_end"
      return expected !== null && received !== null && compareAmounts(received, expected) >= 0
        ? "received_not_settled"
        : "partially_paid"
    case "confirming":
      return attempt === "settled" ? "settled" : "confirming"
    case "refund_due":
      if (facts.outcome === "captured" && facts.isSurplusDue) return "overpaid_captured"
      return facts.isRefundSent ? "refund_on_its_way" : "refund_due"
    case "held":
      return facts.isOnHold ? "partially_paid_on_hold" : "held"
    case "applied":
      return facts.isResolutionDone ? "applied" : "applying"
    case "cancelled":
      if (facts.isAbandoned) return "abandoned"
      if (facts.isOrderClosed) return facts.isOrderTimedOut ? "order_timed_out" : "order_cancelled"
      return attempt === "failed" || attempt === "superseded" ? attempt : "cancelled"
    default:
      return status
  }
}

/** Nothing waits for the rest of a part. */
function isOver({ attempt, isAbandoned, isOrderClosed, isPastExpiry }: StatusFacts): boolean {
  return isAbandoned || isOrderClosed || isPastExpiry || (attempt !== "awaiting" && attempt !== "opening")
}
