import { compareAmounts } from "../../gateway/amount"

/** How a payment is collected: `auto_deposit` is an intent on the customer's reusable address. */
export const PAYMENT_KINDS = ["invoice", "auto_deposit"] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** States of an attempt. `opening` is before the gateway gave us its invoice id; `superseded` is an intent that a newer one replaced. */
export const ATTEMPT_STATES = [
  "opening",
  "awaiting",
  "confirming",
  "settled",
  "expired",
  "failed",
  "cancelled",
  "superseded",
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** What became of a payment. `held` is settled money that has no order to go to: a person decides. */
export const PAYMENT_OUTCOMES = ["open", "captured", "held"] as const
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number]

/** A payment with its attempt is in one state: that of the attempt while the payment is open, then what became of it. */
export const PAYMENT_STATES = [...ATTEMPT_STATES, "captured", "unallocated"] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * Where a payment can go from each state.
 *
 * `expired`, `failed` and `cancelled` can still settle: the canonical invoice decides, and settled money must
 * not be lost because we had abandoned it. Settled money that differs from the quote goes to `unallocated`
 * at once, so that nothing captures it in between.
 *
 * Settled money can go back until it is captured, as after a reorganisation. A process may have died between
 * the capture and its record, so a payment that went back can be recorded as captured.
 */
export const PAYMENT_TRANSITIONS = {
  opening: [
    "awaiting",
    "confirming",
    "settled",
    "expired",
    "failed",
    "cancelled",
    "superseded",
    "unallocated",
  ],
  awaiting: [
    "confirming",
    "settled",
    "captured",
    "expired",
    "failed",
    "cancelled",
    "superseded",
    "unallocated",
  ],
  confirming: ["awaiting", "settled", "captured", "expired", "failed", "cancelled", "unallocated"],
  settled: ["awaiting", "confirming", "captured", "expired", "failed", "cancelled", "unallocated"],
  captured: [],
  expired: ["confirming", "settled", "captured", "unallocated"],
  failed: ["confirming", "settled", "captured", "unallocated"],
  cancelled: ["confirming", "settled", "captured", "unallocated"],
  superseded: ["settled", "unallocated"],
  unallocated: ["captured"],
} as const satisfies Record<PaymentState, readonly PaymentState[]>

/**
 * What a person can choose for settled money without an order: it pays an order, is owed back, or is kept
 * with a note. None of them moves funds.
 */
export const PAYMENT_RESOLUTIONS = ["apply", "refund_due", "keep"] as const
export type PaymentResolution = (typeof PAYMENT_RESOLUTIONS)[number]

/**
 * Writes the state of a payment and its attempt as the state of each.
 *
 * @returns attempt null where it stays as it is: a part is held while its invoice has expired
 */
export function splitState(state: PaymentState): { payment: PaymentOutcome; attempt: AttemptState | null } {
  if (state === "captured") return { payment: "captured", attempt: "settled" }
  if (state === "unallocated") return { payment: "held", attempt: null }
  return { payment: "open", attempt: state }
}

/**
 * Reads the state an invoice status stands for.
 *
 * @returns null for an unknown status: it is kept verbatim elsewhere and moves nothing
 * @see service-interface "States and transitions"
 */
export function statusToState(status: string): PaymentState | null {
  if (status === "pending") return "awaiting"
  if (status === "confirming") return "confirming"
  if (isSettledStatus(status)) return "settled"
  return status === "expired" || status === "failed" || status === "cancelled" ? status : null
}

export function isSettledStatus(status: string): boolean {
  return status === "paid" || status === "overpaid"
}

/** Whether an attempt is in a state from which another one can be opened. */
export function canPayAnew(state: PaymentState | "choosing"): boolean {
  return state !== "confirming" && state !== "settled" && state !== "captured" && state !== "unallocated"
}

export function canMove(from: PaymentState, to: PaymentState): boolean {
  return (PAYMENT_TRANSITIONS[from] as readonly PaymentState[]).includes(to)
}

/**
 * The state after the canonical invoice was read.
 *
 * Observations that would go backwards are ignored, except a reorganisation (`confirming` to `awaiting`) and
 * a settlement that the service takes back before it is captured.
 *
 * @example nextState("captured", "expired") // "captured"
 */
export function nextState(current: PaymentState, observed: PaymentState | null): PaymentState {
  return observed !== null && canMove(current, observed) ? observed : current
}

/** How long an order that could not be placed is tried again, for example until its goods are back. */
const PLACING_MS = 24 * 60 * 60_000

/**
 * Whether money in review waits for an order that Medusa could not place, and nobody has decided: placing it is tried again.
 *
 * @param nowMs our clock, epoch milliseconds
 */
export function isToBePlaced(
  payment: {
    state: PaymentState
    unallocated_reason: string | null
    resolution: PaymentResolution | null
    settled_at: Date | null
  },
  nowMs: number
): boolean {
  const { state, unallocated_reason: reason, resolution, settled_at } = payment
  if (state !== "unallocated" || reason !== "completion_failed" || resolution !== null) return false
  return settled_at !== null && nowMs - settled_at.getTime() < PLACING_MS
}

/** Whether an awaited payment has expired, even when its expiry was never announced. */
export function isPastExpiry(
  payment: { state: PaymentState; expires_at: Date | null },
  nowMs: number
): boolean {
  return payment.state === "awaiting" && payment.expires_at !== null && payment.expires_at.getTime() <= nowMs
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

/** What an operator reads about a payment, as a code. */
type PaymentSentence =
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
