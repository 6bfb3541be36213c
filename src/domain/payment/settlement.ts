import {
  addAmounts,
  compareAmounts,
  formatAmount,
  multiplyDivide,
  subtractAmounts,
} from "../../gateway/amount"
import { namesAnotherAsset } from "../../gateway/asset"
import type { Invoice } from "../../gateway/contract"
import { addMoney, compareMoney, exceeds, isPayable, type Money, moneyLeft, smallestUnit } from "../money"
import { isSettledStatus, type PaymentFacts } from "./payment-status"
import { isImplausible, isShortBeyond, MAX_SHORTFALL_BPS } from "./received-amount"

/** How far a settled payment may lie below what was expected; beyond it a person decides. */
export type SettlementBounds = { maxShortfallBps: number }

export type SessionFacts = {
  /** `missing` while Medusa may still be writing it; `deleted` once it is known to be gone. */
  session: "alive" | "captured" | "dead" | "deleted" | "missing"
  order: { id: string; isCancelled: boolean } | null
  cart: { id: string; isCompleted: boolean } | null
  /** Other payments hold so much already that this one would be too much. */
  paidElsewhere: PaidElsewhere
  /**
   * Why the session cannot place the order of its cart, or is not for the order that was placed. `other_items`: its split was chosen
   * for other items than the cart holds, or held when the order was placed.
   */
  misfit: Misfit["kind"] | "other_items" | null
  /** Medusa undid the capture itself, so the money is already recorded as owed back. */
  isRefundDue: boolean
}

/** Why settled money has no order to go to. Append-only: it is stored, and shown to the merchant. */
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
  | "items_changed"
  | "underpaid"
  | "implausible_amount"
  | "deposit_accepted"

export type SettlementDecision =
  /** `retry`: Medusa may still be writing the session. */
  | { kind: "wait" | "retry" }
  | { kind: "record_captured"; orderId: string | null }
  | { kind: "capture_order"; orderId: string }
  | { kind: "complete_cart"; cartId: string }
  /** `isOwedBack`: the refund is due immediately, nothing is left to decide. */
  | { kind: "unallocated"; reason: UnallocatedReason; isOwedBack?: true }

const WAIT = { kind: "wait" } as const
const hold = (reason: UnallocatedReason): SettlementDecision => ({ kind: "unallocated", reason })

/**
 * Decides what a canonical invoice means for its payment.
 *
 * A capture in Medusa is recorded even when the invoice has left `paid` meanwhile: the money is booked, and the record shows the
 * contradiction.
 *
 * @param invoice fetched from the canonical endpoint, never taken from a webhook
 * @see service-interface "States and transitions": only `paid` and `overpaid` fulfil
 */
export function decideSettlement(
  invoice: Invoice,
  payment: PaymentFacts,
  facts: SessionFacts,
  bounds: SettlementBounds = { maxShortfallBps: MAX_SHORTFALL_BPS }
): SettlementDecision {
  const { session, order, misfit } = facts
  const isCaptured = session === "captured"
  const isOtherCurrency = misfit === "other_currency"
  if (payment.state === "unallocated")
    return payment.resolution === null && (facts.isRefundDue || isCapturedForOrder(facts))
      ? { kind: "record_captured", orderId: order?.id ?? null }
      : WAIT
  if (!isSettledFor(invoice, payment))
    return isCaptured && order ? { kind: "record_captured", orderId: order.id } : WAIT
  if (facts.isRefundDue) return { kind: "record_captured", orderId: order?.id ?? null }
  // The process may have died after the capture and before the order was placed: complete the cart again.
  if (isCaptured && !isOtherCurrency)
    return order ? { kind: "record_captured", orderId: order.id } : decideCart(facts)
  const reason = reasonToHold(invoice, payment, bounds)
  if (reason) return hold(reason)
  if (isOtherCurrency) return hold("total_not_covered")
  if (session === "missing") return { kind: "retry" }
  if (order && !order.isCancelled && facts.paidElsewhere === "captured")
    return { kind: "unallocated", reason: "already_paid", isOwedBack: true }
  if (session === "deleted") return hold("session_deleted")
  if (order?.isCancelled) return hold("order_cancelled")
  if (session === "dead") return hold("session_dead")
  if (facts.paidElsewhere !== "no") return hold("already_paid")
  if (!order) return decideCart(facts)
  // What the merchant took off the order since is no matter of this payment.
  return misfit === null || misfit === "exceeds"
    ? { kind: "capture_order", orderId: order.id }
    : hold(reasonOf(misfit))
}

/** Whether Medusa has captured money for its order, as it may while the money is put into review. */
export function isCapturedForOrder({ session, order, misfit }: SessionFacts): boolean {
  return session === "captured" && order !== null && misfit !== "other_currency"
}

function decideCart({ cart, misfit }: SessionFacts): SettlementDecision {
  if (!cart || cart.isCompleted) return hold("cart_gone")
  return misfit === null ? { kind: "complete_cart", cartId: cart.id } : hold(reasonOf(misfit))
}

const reasonOf = (misfit: NonNullable<SessionFacts["misfit"]>) =>
  misfit === "other_items" ? "items_changed" : "total_not_covered"

/**
 * Whether the invoice is settled money for this payment.
 *
 * An invoice made from a deposit is paid before its purpose is known: only `matched` means that it was attached to an intent, and
 * only our session in it names the intent.
 *
 * @see service-interface "Events", `invoice.paid`
 */
export function isSettledFor(
  invoice: Invoice,
  { kind, external_order_id }: Pick<PaymentFacts, "kind" | "external_order_id">
): boolean {
  return isSettledStatus(invoice.status) && (kind === "invoice" || isAssignedTo(invoice, external_order_id))
}

/** Whether another process has recorded another reading meanwhile, so that this one was not written: it is read again. */
export function isOutdated(invoice: Invoice, payment: Pick<PaymentFacts, "gateway_status">): boolean {
  return payment.gateway_status !== invoice.status
}

/** Whether the service has attached the invoice of a deposit to the intent of a session. */
export function isAssignedTo(invoice: Invoice, externalOrderId: string | null): boolean {
  return isMatched(invoice) && invoice.externalOrderId === externalOrderId
}

/** Whether the service made the invoice from a deposit and attached it to any intent. */
export function isMatched(invoice: Invoice): boolean {
  return invoice.autoDepositAssignmentStatus === "matched"
}

/**
 * Why the money of a settled invoice is held for review, or null.
 *
 * The service's tolerance has no known bound, so ours bounds it. Without a received amount, only the status `paid` decides.
 */
export function reasonToHold(
  invoice: Invoice,
  payment: PaymentFacts,
  { maxShortfallBps }: SettlementBounds
): UnallocatedReason | null {
  const mismatch = findMismatch(invoice, payment)
  const received = receivedOf(invoice, payment)
  if (mismatch || received === undefined) return mismatch
  const amounts = { expected: payment.expected_amount, received, decimals: payment.decimals }
  if (isImplausible(amounts)) return "implausible_amount"
  return isShortBeyond(amounts, maxShortfallBps) ? "underpaid" : null
}

/** Once settled, the amount of an invoice made from a deposit may be what was received. Before that nothing is certain. */
export function receivedOf(invoice: Invoice, { kind }: Pick<PaymentFacts, "kind">): string | undefined {
  const isItsAmount = kind === "auto_deposit" && isSettledStatus(invoice.status)
  return invoice.receivedAmount ?? (isItsAmount ? invoice.amount : undefined)
}

/**
 * Whether the invoice is not the one we opened.
 *
 * The amount of an invoice made from a deposit may be what arrived: the service decides how far that may differ from the intent.
 */
export function findMismatch(
  invoice: Invoice,
  payment: PaymentFacts
): "asset_mismatch" | "amount_mismatch" | null {
  if (invoice.id !== payment.gateway_invoice_id || namesAnotherAsset(invoice, assetOf(payment)))
    return "asset_mismatch"
  if (payment.kind === "auto_deposit") return null
  return compareAmounts(invoice.amount, payment.expected_amount) === 0 ? null : "amount_mismatch"
}

/** The asset of a row, as the gateway names its parts. */
export function assetOf({
  chain,
  network_id,
  token,
  canonical_asset_id,
}: Pick<PaymentFacts, "chain" | "network_id" | "token" | "canonical_asset_id">) {
  return { chain, networkId: network_id, token, canonicalAssetId: canonical_asset_id }
}

/** What is recorded of a contradiction between captured or held money and its invoice. */
export type RecordedContradiction = Pick<PaymentFacts, "contradiction" | "contradiction_ended_at">

/** Whether a contradiction waits for a person. */
export function isContradicted({ contradiction, contradiction_ended_at }: RecordedContradiction): boolean {
  return contradiction !== null && contradiction_ended_at === null
}

/** What an operator's review of a contradiction leads to; `repeat` keeps the first reviewer. */
export function decideReview(recorded: RecordedContradiction): "record" | "repeat" | "nothing_to_review" {
  if (recorded.contradiction === null) return "nothing_to_review"
  return isContradicted(recorded) ? "record" : "repeat"
}

/** Medusa makes a customer for a guest too. */
export type PlacedOrder = { customerId: string | null; isCancelled: boolean }

export type SessionChangeRefusal = "not_your_order" | "order_cancelled"

/**
 * Decides whether a payment session of a collection may be opened or deleted.
 *
 * Medusa's store API takes a collection's id, which everybody with the order id knows. The id of a cart is its shopper's secret, so
 * a cart is open to all who name it.
 *
 * @param request of the store API, with the customer of its login; undefined for an operator, a job or the store itself
 * @returns null when it may
 */
export function refuseSessionChange(
  order: PlacedOrder | null,
  request: { customerId: string | null } | undefined
): SessionChangeRefusal | null {
  if (order === null || request === undefined) return null
  if (request.customerId === null || request.customerId !== order.customerId) return "not_your_order"
  return order.isCancelled ? "order_cancelled" : null
}

/** What a payment session is to pay, and what else pays it. */
export type CoverFacts = {
  /** Whether a cart pays by the collection; others are for placed orders. */
  isOfCart: boolean
  collectionId: string
  collection: Money
  /** Of the collection's currency. */
  decimals: number
  orderId: string | null
  /** Total of the order, which Medusa writes before it authorizes; null without an order. */
  order: Money | null
  session: Money
  /** What each other payment of the collection holds: authorized or captured, less refunds. */
  held: readonly Money[]
  /** The same for payments of other collections of the order. */
  heldElsewhere: readonly Money[]
  /** The captured part of `held`, which cannot lapse. */
  captured: readonly Money[]
  capturedElsewhere: readonly Money[]
  /** Open sessions of other providers: a store that splits a payment authorizes them beside ours. */
  open: readonly Money[]
  /** Open sessions of ours: each is for the whole amount, and one is captured. */
  rivals: readonly Money[]
}

/** Why a session does not fit. `amount` is the difference to the total. */
export type Misfit =
  { kind: "other_currency"; currencies: readonly string[] } | { kind: "missing" | "exceeds"; amount: Money }

/**
 * Decides whether a session fits its order. Together with what else pays, it has to cover the total as it is now, and it may not be
 * for more: Medusa deletes sessions under a running call, and creates earlier sessions again with their old amount and currency.
 *
 * Other open sessions of ours do not count: each is for the whole amount, and one is captured.
 *
 * @param stage `placing`: the session places the order. `placed`: the order may cost more or less by now, but of two open sessions
 * of ours the smaller one is for an earlier cart, and its capture would leave no room for the other. `opening`: another
 * provider's session for the rest of a cart may be opened later.
 * @example findMisfit({ collection: usd("27"), session: usd("17"), ... }, "placing") // { kind: "missing", amount: usd("10") }
 */
export function findMisfit(cover: CoverFacts, stage: "placing" | "placed" | "opening"): Misfit | null {
  const { collection, order, session, held, heldElsewhere, open, rivals, decimals } = cover
  const isPlaced = stage === "placed" || (stage === "opening" && cover.orderId !== null)
  const amounts = [session, collection, ...(order ? [order] : []), ...held, ...heldElsewhere, ...open]
  const currencies = [...new Set(amounts.map(({ currency }) => currency))]
  if (currencies.length > 1) return { kind: "other_currency", currencies }
  const due = order !== null && compareMoney(order, collection) > 0 ? order : collection
  const missing = moneyLeft(due, addMoney(session, ...held, ...open))
  if (isPayable(missing.amount, decimals)) {
    const isOutdone = rivals.some(
      (rival) => rival.currency === session.currency && exceeds(rival, session, decimals)
    )
    return stage === "placing" || (isPlaced && isOutdone) ? { kind: "missing", amount: missing } : null
  }
  if (isPlaced || !exceeds(session, due, decimals)) return null
  return { kind: "exceeds", amount: moneyLeft(session, due) }
}

/**
 * Whether other payments hold so much that this session's amount no longer fits. Only for amounts of one currency.
 *
 * An authorization of another provider counts like a capture: it can be captured at any time. The only session that was paid
 * always fits, even when its order became cheaper. Money in other collections of the order, as when a merchant marked one as
 * paid, is compared with the order's total.
 */
export function isPaidOtherwise(cover: CoverFacts): boolean {
  return leavesNoRoom(cover, cover.held, cover.heldElsewhere)
}

/** Captures of other payments leave nothing due; authorizations may lapse. */
export type PaidElsewhere = "no" | "authorized" | "captured"

export function paidElsewhere(cover: CoverFacts): PaidElsewhere {
  if (leavesNoRoom(cover, cover.captured, cover.capturedElsewhere)) return "captured"
  return isPaidOtherwise(cover) ? "authorized" : "no"
}

function leavesNoRoom(
  { collection, order, session, decimals }: CoverFacts,
  held: readonly Money[],
  heldElsewhere: readonly Money[]
): boolean {
  const withOwn = addMoney(session, ...held)
  if (holdsAnything(held) && exceeds(withOwn, collection, decimals)) return true
  if (order === null || !holdsAnything(heldElsewhere)) return false
  return exceeds(addMoney(withOwn, ...heldElsewhere), order, decimals)
}

function holdsAnything(amounts: readonly Money[]): boolean {
  return amounts.some(({ amount }) => compareAmounts(amount, "0") > 0)
}

/** Medusa's totals of an order: `pending` is its `pending_difference`, `transactions` what was paid, less refunds. All may be negative. */
export type OrderSums = Record<"pending" | "total" | "returnRequested" | "transactions", string>

/**
 * What an order owes, in major units; "0" when too much was paid.
 *
 * Medusa counts a difference of up to one unit of the currency as settled, and up to 0.01 in a currency that it does not know: that
 * is a whole order in a store priced in bitcoin, so there the sums decide.
 *
 * @example owedOf({ pending: "-14.67", total: "17", returnRequested: "14.67", transactions: "17" }, 2) // "0"
 */
export function owedOf(
  { pending, total, returnRequested, transactions }: OrderSums,
  decimals: number
): string {
  const exact = differenceOf([total], [returnRequested, transactions])
  const owed = compareAmounts(exact, smallestUnit(decimals)) > 0 ? exact : pending
  return isPayable(owed, decimals) ? owed : "0"
}

/** @returns what an order owes, less what is authorized, which its provider can capture at any time; decimal in major units */
export function outstandingOf(owed: string, authorized: readonly string[], decimals: number): string {
  const left = differenceOf([owed], authorized)
  return isPayable(left, decimals) ? left : "0"
}

/**
 * The amount of a payment: that of its session, which never grows, or less when the order owes less by now.
 *
 * @throws CurrencyMismatchError when the order is in another currency
 */
export function dueOf(session: Money, owed: Money, decimals: number): Money {
  return exceeds(session, owed, decimals) ? owed : session
}

/**
 * How many of the expected tokens pay an order that owes less; more is owed back. Rounded up, as the quote was.
 *
 * @returns decimal in token units; null when the order owes all that was asked
 * @example tokensTaken({ asked: "17", taken: "12", expected: "17.17", decimals: 6 }) // "12.12"
 */
export function tokensTaken({
  asked,
  taken,
  expected,
  decimals,
}: Record<"asked" | "taken" | "expected", string> & { decimals: number }): string | null {
  if (compareAmounts(taken, asked) >= 0) return null
  return formatAmount(multiplyDivide(expected, { times: taken, by: asked }, decimals, "up"), decimals)
}

/** `plus` less `minus`, each of any sign; "0" where that is negative. */
function differenceOf(plus: readonly string[], minus: readonly string[]): string {
  const isNegative = (amount: string) => amount.startsWith("-")
  const size = (amount: string) => amount.replace("-", "")
  const sideOf = (own: readonly string[], other: readonly string[]) =>
    addAmounts(...own.filter((amount) => !isNegative(amount)), ...other.filter(isNegative).map(size))
  const [left, right] = [sideOf(plus, minus), sideOf(minus, plus)]
  return compareAmounts(left, right) > 0 ? subtractAmounts(left, right) : "0"
}
