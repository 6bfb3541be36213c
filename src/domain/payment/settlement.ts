import { compareAmounts } from "../../gateway/amount"
import { namesAnotherAsset } from "../../gateway/asset"
import type { Invoice } from "../../gateway/contract"
import type { Misfit } from "./order-cover"
import { isSettledStatus, type PaymentKind, type PaymentState } from "./payment-status"
import { isImplausible, isShortBeyond, MAX_SHORTFALL_BPS } from "./received-amount"

/** What our own row says the invoice must be. Amounts are decimals in token units. */
export type ExpectedPayment = {
  externalOrderId: string | null
  kind: PaymentKind
  gatewayInvoiceId: string
  state: PaymentState
  chain: string
  networkId: string
  token: string
  canonicalAssetId: string | null
  expectedAmount: string
  decimals: number
}

/** How far a settled payment may lie below what was expected; beyond it a person decides. */
export type SettlementBounds = { maxShortfallBps: number }

export type SessionFacts = {
  /** `missing` while Medusa may still be writing it; `deleted` once it is known to be gone. */
  session: "alive" | "captured" | "dead" | "deleted" | "missing"
  order: { id: string; isCancelled: boolean } | null
  cart: { id: string; isCompleted: boolean } | null
  /** Other payments hold so much already that this one would be too much. */
  isPaidOtherwise: boolean
  /** The same, counting captures only: authorizations may lapse. */
  isCapturedOtherwise: boolean
  /** Why the session cannot place the order of its cart, or is not for the order that was placed. */
  misfit: Misfit["kind"] | null
  /** Medusa undid the capture itself, so the money is already recorded as owed back. */
  isRefundDue: boolean
}

/** Why settled money has nowhere to go. Stable and append-only: it is stored and shown to the merchant. */
export type UnallocatedReason =
  | "session_deleted"
  | "session_dead"
  | "order_cancelled"
  | "cart_gone"
  | "already_paid"
  | "asset_mismatch"
  | "amount_mismatch"
  | "partial_payment"
  | "completion_failed"
  | "total_not_covered"
  | "underpaid"
  | "implausible_amount"
  | "deposit_accepted"

export type SettlementDecision =
  | { kind: "wait" }
  | { kind: "retry"; reason: "session_missing" }
  | { kind: "record_captured"; orderId: string | null }
  | { kind: "capture_order"; orderId: string }
  | { kind: "complete_cart"; cartId: string }
  /** `isOwedBack`: the refund is due immediately, nothing is left to decide. */
  | { kind: "unallocated"; reason: UnallocatedReason; isOwedBack?: true }

/**
 * Decides what a canonical invoice means for its payment.
 *
 * A capture in Medusa is recorded even when the invoice has left `paid` meanwhile: the money is booked, and
 * the contradiction is shown there.
 *
 * @param invoice fetched from the canonical endpoint, never taken from a webhook
 * @see service-interface "States and transitions": only `paid` and `overpaid` fulfil
 */
export function decideSettlement(
  invoice: Invoice,
  payment: ExpectedPayment,
  facts: SessionFacts,
  bounds: SettlementBounds = { maxShortfallBps: MAX_SHORTFALL_BPS }
): SettlementDecision {
  if (payment.state === "unallocated") return { kind: "wait" }
  if (!isSettledFor(invoice, payment))
    return facts.session === "captured" && facts.order
      ? { kind: "record_captured", orderId: facts.order.id }
      : { kind: "wait" }
  if (facts.isRefundDue) return { kind: "record_captured", orderId: facts.order?.id ?? null }
  const isOtherCurrency = facts.misfit === "other_currency"
  if (facts.session === "captured" && !isOtherCurrency) return decideCaptured(facts)
  const reason = reasonToHold(invoice, payment, bounds)
  if (reason) return { kind: "unallocated", reason }
  if (isOtherCurrency) return { kind: "unallocated", reason: "total_not_covered" }
  if (facts.session === "missing") return { kind: "retry", reason: "session_missing" }
  if (facts.order && !facts.order.isCancelled && facts.isCapturedOtherwise)
    return { kind: "unallocated", reason: "already_paid", isOwedBack: true }
  if (facts.session === "deleted") return { kind: "unallocated", reason: "session_deleted" }
  if (facts.order?.isCancelled) return { kind: "unallocated", reason: "order_cancelled" }
  if (facts.session === "dead") return { kind: "unallocated", reason: "session_dead" }
  if (facts.isPaidOtherwise) return { kind: "unallocated", reason: "already_paid" }
  if (!facts.order) return decideCart(facts)
  return facts.misfit === "missing"
    ? { kind: "unallocated", reason: "total_not_covered" }
    : { kind: "capture_order", orderId: facts.order.id }
}

/** A payment must not place an order that it no longer fits. */
function decideCart({ cart, misfit }: SessionFacts): SettlementDecision {
  if (!cart || cart.isCompleted) return { kind: "unallocated", reason: "cart_gone" }
  if (misfit !== null) return { kind: "unallocated", reason: "total_not_covered" }
  return { kind: "complete_cart", cartId: cart.id }
}

/**
 * Whether the invoice is settled money for this payment.
 *
 * An invoice made from a deposit is paid before its purpose is known: only `matched` means that it was
 * attached to an intent, and only our session in it names the intent.
 *
 * @see service-interface "Events", `invoice.paid`
 */
export function isSettledFor(
  invoice: Invoice,
  payment: Pick<ExpectedPayment, "kind" | "externalOrderId">
): boolean {
  if (!isSettledStatus(invoice.status)) return false
  return payment.kind === "invoice" || isAssignedTo(invoice, payment.externalOrderId)
}

/** Whether the service has attached the invoice of a deposit to the intent of a session. */
export function isAssignedTo(invoice: Invoice, externalOrderId: string | null): boolean {
  return isMatched(invoice) && invoice.externalOrderId === externalOrderId
}

/** Whether the service made the invoice from a deposit and attached it to any intent. */
export function isMatched(invoice: Invoice): boolean {
  return invoice.autoDepositAssignmentStatus === "matched"
}

/** The process may have died after the capture and before the order was placed: complete the cart again. */
function decideCaptured(facts: SessionFacts): SettlementDecision {
  return facts.order ? { kind: "record_captured", orderId: facts.order.id } : decideCart(facts)
}

/**
 * Why the money of a settled invoice is held for review, or null.
 *
 * The service's tolerance has no known bound, so ours bounds it. Without a received amount, `paid` is all
 * there is to go by.
 */
export function reasonToHold(
  invoice: Invoice,
  payment: Omit<ExpectedPayment, "externalOrderId" | "state">,
  { maxShortfallBps }: SettlementBounds
): UnallocatedReason | null {
  const mismatch = findMismatch(invoice, payment)
  const received = receivedOf(invoice, payment.kind)
  if (mismatch || received === undefined) return mismatch
  const amounts = { expected: payment.expectedAmount, received, decimals: payment.decimals }
  if (isImplausible(amounts)) return "implausible_amount"
  return isShortBeyond(amounts, maxShortfallBps) ? "underpaid" : null
}

/**
 * What is reported as received. An invoice made from a deposit may carry it as its amount once settled;
 * before that nothing is certain.
 */
export function receivedOf(invoice: Invoice, kind: PaymentKind): string | undefined {
  const isItsAmount = kind === "auto_deposit" && isSettledStatus(invoice.status)
  return invoice.receivedAmount ?? (isItsAmount ? invoice.amount : undefined)
}

/**
 * Whether the invoice is not the one we opened.
 *
 * The amount of an invoice made from a deposit may be what came: the service decides how far that may differ
 * from the intent.
 */
export function findMismatch(
  invoice: Invoice,
  payment: Omit<ExpectedPayment, "externalOrderId" | "state">
): "asset_mismatch" | "amount_mismatch" | null {
  if (invoice.id !== payment.gatewayInvoiceId || namesAnotherAsset(invoice, payment)) return "asset_mismatch"
  if (payment.kind === "auto_deposit") return null
  return compareAmounts(invoice.amount, payment.expectedAmount) === 0 ? null : "amount_mismatch"
}

export type RecordedMoney = {
  gateway_status: string | null
  unallocated_reason: string | null
  received_amount: string | null
  /** What speaks against it, as last read. */
  contradiction: string | null
  /** When the invoice was confirmed again, or a person reviewed it. */
  contradiction_ended_at: Date | null
}

/**
 * What in the canonical invoice contradicts money that is captured or held for review.
 *
 * Money that never was settled, such as a part that a person applied, is not contradicted by an invoice that
 * is still unpaid.
 *
 * @param recorded before this reading
 * @returns null while the invoice confirms it
 */
export function findContradiction(
  invoice: Invoice,
  payment: ExpectedPayment,
  recorded: RecordedMoney,
  bounds: SettlementBounds
): string | null {
  const { gateway_status: status, received_amount: received, unallocated_reason: held } = recorded
  if (recorded.contradiction === null && (status === null || !isSettledStatus(status))) return null
  if (!isSettledStatus(invoice.status)) return invoice.status
  if (!isSettledFor(invoice, payment)) return "unassigned"
  // The person who decided knew of it.
  if (held !== null) return null
  const reason = reasonToHold(invoice, payment, bounds)
  // An implausible amount enters no sum, so it contradicts nothing.
  if (reason !== "underpaid") return reason === "implausible_amount" ? null : reason
  const { expectedAmount: expected, decimals } = payment
  const wasShort =
    received !== null && isShortBeyond({ expected, received, decimals }, bounds.maxShortfallBps)
  return wasShort ? recorded.contradiction : reason
}

/** How a reading changes what is recorded of a contradiction. `begin` has to be reported, once. */
export type ContradictionChange = "none" | "begin" | "update" | "end"

/**
 * Decides whether a reading is a new contradiction.
 *
 * An open one stays, whatever the next status is. A reviewed one comes again only when the service reports
 * something else, or after the invoice was confirmed in between.
 */
export function contradictionChange(
  recorded: Pick<RecordedMoney, "contradiction" | "contradiction_ended_at">,
  found: string | null
): ContradictionChange {
  const { contradiction: known, contradiction_ended_at: endedAt } = recorded
  if (found === known) return "none"
  if (found === null) return "end"
  return known === null || endedAt !== null ? "begin" : "update"
}

/** Whether a contradiction waits for a person. */
export function isContradicted(
  recorded: Pick<RecordedMoney, "contradiction" | "contradiction_ended_at">
): boolean {
  return recorded.contradiction !== null && recorded.contradiction_ended_at === null
}

/** What an operator's review of a contradiction leads to; `repeat` keeps the first reviewer. */
export function decideReview(
  recorded: Pick<RecordedMoney, "contradiction" | "contradiction_ended_at">
): "record" | "repeat" | "nothing_to_review" {
  if (recorded.contradiction === null) return "nothing_to_review"
  return recorded.contradiction_ended_at === null ? "record" : "repeat"
}
