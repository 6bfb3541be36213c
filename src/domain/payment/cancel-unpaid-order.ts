import { compareAmounts, multiplyDivide, WHOLE_BPS } from "../../gateway/amount"
import { HOUR_MS, isUndecidedPart } from "./received-amount"
import type { PaymentFacts, PaymentState } from "./payment-status"

export type UnpaidOrderFacts = {
  /** States of all payments of the order, just read from the gateway, without those that pay a part. */
  payments: readonly PaymentState[]
  /** A payment of ours is captured, and the order is still owed something. */
  isPaidInPart: boolean
  /** A payment of any method is authorized or captured. */
  hasOtherPayment: boolean
  hasFulfillment: boolean
  /** The order owes something: it may have been credited, or edited down to nothing. */
  isOwed: boolean
  /** A cancellation died after it released the stock, which others may have bought. */
  isHalfCancelled: boolean
  /** Only `pending` can be cancelled. */
  status: string
  /** A person keeps it although it is not paid in full. */
  isKept: boolean
  /** A large enough part of its money is here, and the time to decide about it is not over. */
  isHeldInPart: boolean
  /** A person has applied money to this order. */
  hasApplication: boolean
  /** Money of a payment, by whatever record, waits at the service for an operator: see `keepsOrder`. */
  isMoneyInReview: boolean
  /** Whether the deposits in review were read since its deadline, where one may be meant for it. */
  depositReading: Reading
  /** The same for the transactions: some services record late or wrong money only there. */
  transactionReading: Reading
  /** Whether deposits to its intents, which cannot be polled one by one, were searched since its deadline. */
  search: Reading
  /** The gateway does not know an invoice of the order, for less than a day. */
  hasUnknownInvoice: boolean
}

/** An `incomplete` reading does not prove absence. */
export type Reading = "read" | "incomplete" | "busy"

/**
 * The state of an attempt that its order waits for: the rest of a part in review may be confirming.
 *
 * @param isLeft another attempt of its payment was captured or is held, so its own money is a refund that is due
 */
export function stateForOrder(
  attempt: Pick<PaymentFacts, "state" | "gateway_status" | "unallocated_reason" | "resolution">,
  isLeft: boolean
): PaymentState {
  if (isLeft && attempt.state === "settled") return "expired"
  return isUndecidedPart(attempt) && attempt.gateway_status === "confirming" ? "confirming" : attempt.state
}

/**
 * What ends the question whether an order is cancelled, with what follows: `wait` and `search` decide again soon, `hold` after an
 * operator's action, `over` never. `incomplete` decides again and shows the operator why the order is kept.
 */
const UNPAID_ORDER_REASONS = {
  paid_in_part: "hold",
  paid: "over",
  paid_otherwise: "over",
  nothing_owed: "hold",
  payment_on_its_way: "wait",
  money_being_applied: "wait",
  money_in_review: "hold",
  kept: "hold",
  part_held: "hold",
  fulfilled: "hold",
  not_pending: "hold",
  unknown_invoice: "hold",
  deposits_incomplete: "incomplete",
  transactions_incomplete: "incomplete",
  invoices_incomplete: "incomplete",
  deposits_unread: "search",
  transactions_unread: "search",
  intents_unsearched: "search",
  order_missing: "over",
} as const
type UnpaidOrderReason = keyof typeof UNPAID_ORDER_REASONS

export type UnpaidOrderDecision =
  { kind: "cancel" } | { kind: (typeof UNPAID_ORDER_REASONS)[UnpaidOrderReason]; reason: UnpaidOrderReason }

/** Decides whether an order that is unpaid for too long is cancelled. */
export function decideUnpaidOrder(facts: UnpaidOrderFacts): UnpaidOrderDecision {
  const reason = findReasonToKeep(facts)
  return reason === null ? { kind: "cancel" } : { kind: UNPAID_ORDER_REASONS[reason], reason }
}

/** Dust keeps no order. Neither does money for an order whose stock is already released: that cancellation is finished. */
function findReasonToKeep(facts: UnpaidOrderFacts): UnpaidOrderReason | null {
  if (facts.isPaidInPart) return "paid_in_part"
  if (facts.payments.includes("captured")) return "paid"
  if (facts.hasOtherPayment) return "paid_otherwise"
  if (facts.isHalfCancelled) return null
  if (!facts.isOwed) return "nothing_owed"
  if (facts.payments.some((state) => state === "confirming" || state === "settled"))
    return "payment_on_its_way"
  if (facts.hasApplication) return "money_being_applied"
  if (facts.isMoneyInReview) return "money_in_review"
  if (facts.isKept) return "kept"
  if (facts.isHeldInPart) return "part_held"
  if (facts.hasFulfillment) return "fulfilled"
  if (facts.status !== "pending") return "not_pending"
  if (facts.hasUnknownInvoice) return "unknown_invoice"
  if (facts.depositReading === "incomplete") return "deposits_incomplete"
  if (facts.transactionReading === "incomplete") return "transactions_incomplete"
  if (facts.search === "incomplete") return "invoices_incomplete"
  if (facts.depositReading === "busy") return "deposits_unread"
  if (facts.transactionReading === "busy") return "transactions_unread"
  return facts.search === "busy" ? "intents_unsearched" : null
}

/** Until a person may have acted, or the hold of a part is over, which may have happened since the decision. */
export function pauseOfHold(
  reason: UnpaidOrderReason,
  partHeldUntilMs: number | null,
  nowMs: number
): number {
  const leftMs = partHeldUntilMs === null ? HOUR_MS : partHeldUntilMs - nowMs
  if (leftMs > 0) return Math.min(HOUR_MS, leftMs)
  return reason === "part_held" ? 0 : HOUR_MS
}

export type KeepRefusal = "no_crypto_payment" | "order_cancelled" | "already_kept"

export function refuseKeeping(payments: readonly { order_kept_at: Date | null }[]): KeepRefusal | null {
  if (payments.length === 0) return "no_crypto_payment"
  return payments.some(({ order_kept_at }) => order_kept_at !== null) ? "already_kept" : null
}

/** Money that may be meant for an order and does not pay all of it. */
export type HeldMoney = {
  /** Of the expected amount; `"unknown"` for money that a person has to value. */
  share: { part: string; whole: string } | "unknown"
  /** When it was first seen, or applied to the order. Epoch milliseconds. */
  atMs: number
}

/**
 * Until when an overdue order is held for the money it got.
 *
 * The hold begins at the order's deadline, or when money arrived that alone is enough for a hold: dust does not prolong it.
 *
 * @param overAtMs the order's deadline
 * @returns epoch milliseconds; null when the money is not enough for a hold
 * @example holdUntil([{ share: { part: "8.5", whole: "17" }, atMs: 0 }], 1_000, { minBps: 1_000, hours: 24 })
 * // 86_401_000
 */
export function holdUntil(
  money: readonly HeldMoney[],
  overAtMs: number,
  { minBps, hours }: { minBps: number; hours: number }
): number | null {
  if (money.length === 0) return null
  const total = money.reduce((sum, part) => sum + shareBps(part), 0n)
  if (total < BigInt(minBps)) return null
  const large = money.filter((part) => shareBps(part) >= BigInt(minBps))
  return Math.max(overAtMs, ...large.map(({ atMs }) => atMs)) + hours * HOUR_MS
}

/** Rounded down. An unknown value counts as the whole. */
function shareBps({ share }: HeldMoney): bigint {
  if (share === "unknown" || compareAmounts(share.whole, "0") === 0) return WHOLE_BPS
  return multiplyDivide(share.part, { times: String(WHOLE_BPS), by: share.whole }, 0, "down")
}
