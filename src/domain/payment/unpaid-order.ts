import { isUndecidedPart } from "./partial-payment"
import type { PaymentResolution, PaymentState } from "./payment-lifecycle"

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
 * The state of an attempt as far as its order is concerned: the rest of a part in review may be on its way.
 *
 * @param isLeft another attempt of its payment was captured or is held, so its own money is a refund that is due
 */
export function stateForOrder(
  attempt: {
    state: PaymentState
    gateway_status: string | null
    unallocated_reason: string | null
    resolution: PaymentResolution | null
  },
  isLeft: boolean
): PaymentState {
  if (isLeft && attempt.state === "settled") return "expired"
  return isUndecidedPart(attempt) && attempt.gateway_status === "confirming" ? "confirming" : attempt.state
}

/** What keeps an unpaid order, or ends the question. */
export type UnpaidOrderReason =
  | "paid_in_part"
  | "paid"
  | "paid_otherwise"
  | "payment_on_its_way"
  | "money_being_applied"
  | "money_in_review"
  | "nothing_owed"
  | "kept"
  | "part_held"
  | "fulfilled"
  | "unknown_invoice"
  | "deposits_incomplete"
  | "invoices_incomplete"
  | "deposits_unread"
  | "transactions_incomplete"
  | "transactions_unread"
  | "intents_unsearched"
  | "not_pending"
  | "order_missing"

/**
 * `wait` and `search` look again soon, `hold` after an operator's action, `over` never. `incomplete` looks
 * again and shows the operator why the order is kept.
 */
export type UnpaidOrderDecision =
  { kind: "cancel" } | { kind: "wait" | "search" | "incomplete" | "hold" | "over"; reason: UnpaidOrderReason }

/**
 * Decides whether an order that is unpaid for too long is cancelled.
 *
 * Money that is on its way or held and may be meant for it keeps the order alive: a part only for its hold,
 * after which it stays in the queue. Dust keeps no order. Neither does money for an order whose stock is
 * already released: that cancellation is finished.
 */
export function decideUnpaidOrder(facts: UnpaidOrderFacts): UnpaidOrderDecision {
  if (facts.isPaidInPart) return { kind: "hold", reason: "paid_in_part" }
  if (facts.payments.includes("captured")) return { kind: "over", reason: "paid" }
  if (facts.hasOtherPayment) return { kind: "over", reason: "paid_otherwise" }
  if (facts.isHalfCancelled) return { kind: "cancel" }
  if (!facts.isOwed) return { kind: "hold", reason: "nothing_owed" }
  if (facts.payments.some((state) => state === "confirming" || state === "settled"))
    return { kind: "wait", reason: "payment_on_its_way" }
  if (facts.hasApplication) return { kind: "wait", reason: "money_being_applied" }
  if (facts.isMoneyInReview) return { kind: "hold", reason: "money_in_review" }
  if (facts.isKept) return { kind: "hold", reason: "kept" }
  if (facts.isHeldInPart) return { kind: "hold", reason: "part_held" }
  if (facts.hasFulfillment) return { kind: "hold", reason: "fulfilled" }
  if (facts.status !== "pending") return { kind: "hold", reason: "not_pending" }
  if (facts.hasUnknownInvoice) return { kind: "hold", reason: "unknown_invoice" }
  if (facts.depositReading === "incomplete") return { kind: "incomplete", reason: "deposits_incomplete" }
  if (facts.transactionReading === "incomplete")
    return { kind: "incomplete", reason: "transactions_incomplete" }
  if (facts.search === "incomplete") return { kind: "incomplete", reason: "invoices_incomplete" }
  if (facts.depositReading === "busy") return { kind: "search", reason: "deposits_unread" }
  if (facts.transactionReading === "busy") return { kind: "search", reason: "transactions_unread" }
  if (facts.search === "busy") return { kind: "search", reason: "intents_unsearched" }
  return { kind: "cancel" }
}

const HOUR_MS = 60 * 60_000

/**
 * How long until a held order is looked at again: until a person may have acted, or until the hold of a part is
 * over, which may have happened since the decision.
 *
 * @param partHeldUntilMs epoch milliseconds; null without such a hold
 * @returns milliseconds
 * @example pauseOfHold("part_held", 999, 1_000) // 0
 */
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
