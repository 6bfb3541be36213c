import {
  addAmounts,
  compareAmounts,
  formatAmount,
  multiplyDivide,
  subtractAmounts,
} from "../../gateway/amount"
import {
  addMoney,
  compareMoney,
  hasOneCurrency,
  isPayable,
  type Money,
  moneyLeft,
  smallestUnit,
} from "../money"
import { isUndecidedPart } from "./received-amount"
import type { PaymentResolution, PaymentState } from "./payment-status"

/** The order that a payment collection belongs to, once it is placed. */
export type PlacedOrder = {
  /** Medusa's; also of a guest. */ customerId: string | null
  isCancelled: boolean
}

/** A request of the store API. `customerId` is of its login; null for a guest. */
type ShopperRequest = { customerId: string | null }

export type SessionChangeRefusal = "not_your_order" | "order_cancelled"

/**
 * Decides whether a payment session of a collection may be opened or deleted.
 *
 * Medusa's store API asks for nothing but the collection's id, which everybody with the order id knows. The id of a cart is its
 * shopper's own secret, so a cart is open to all who name it. Without a request the caller is an operator, a job or the store itself.
 *
 * @returns null when it may
 */
export function refuseSessionChange(
  order: PlacedOrder | null,
  request: ShopperRequest | undefined
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

/**
 * Why a session cannot place its order: it is in another currency than something it is to be added to or compared
 * with, it leaves a part of the total unpaid, or it is for more than the total. `amount` is the difference.
 */
export type Misfit =
  { kind: "other_currency"; currencies: readonly string[] } | { kind: "missing" | "exceeds"; amount: Money }

/** The currencies that meet in a payment, when they are more than one; else null. */
export function findOtherCurrency(cover: CoverFacts): Misfit | null {
  const amounts = [
    ...[cover.session, cover.collection, ...(cover.order ? [cover.order] : [])],
    ...[...cover.held, ...cover.heldElsewhere, ...cover.open],
  ]
  if (hasOneCurrency(amounts)) return null
  return { kind: "other_currency", currencies: [...new Set(amounts.map(({ currency }) => currency))] }
}

/**
 * Decides whether a session fits the order that it is to place. Together with what else pays it has to cover the total as it
 * is now, and it may not be for more: Medusa deletes sessions under a running call, and creates earlier ones again with their
 * old amount and currency.
 *
 * Other open sessions of ours do not count: each is for the whole amount, and one is captured.
 *
 * @example findMisfit({ collection: usd("27"), session: usd("17"), ... }) // { kind: "missing", amount: usd("10") }
 */
export function findMisfit(cover: CoverFacts): Misfit | null {
  const { collection, order, session, held, open, decimals } = cover
  const other = findOtherCurrency(cover)
  if (other) return other
  const due = order !== null && compareMoney(order, collection) > 0 ? order : collection
  const missing = moneyLeft(due, addMoney(session, ...held, ...open))
  if (isPayable(missing.amount, decimals)) return { kind: "missing", amount: missing }
  const surplus = moneyLeft(session, due)
  return isPayable(surplus.amount, decimals) ? { kind: "exceeds", amount: surplus } : null
}

/**
 * Decides whether a session is for an order that was placed before. An order may cost more by now than what came for it, but of
 * two open sessions of ours the smaller one is for what its cart was before: its capture would leave no room for the other.
 */
export function findPlacedMisfit(cover: CoverFacts): Misfit | null {
  const misfit = findMisfit(cover)
  if (misfit?.kind !== "missing") return misfit?.kind === "other_currency" ? misfit : null
  const { session, rivals } = cover
  const isOutdone = rivals.some(
    (rival) => rival.currency === session.currency && isAbove(rival, session, cover)
  )
  return isOutdone ? misfit : null
}

/**
 * Decides whether a session may be opened. Medusa creates the session of before a change again when the one after it fails, with
 * the old amount and currency, also on an order that was placed meanwhile.
 */
export function findOpeningMisfit(cover: CoverFacts): Misfit | null {
  if (cover.orderId !== null) return findPlacedMisfit(cover)
  const misfit = findMisfit(cover)
  // Another provider's session for the rest may be opened after ours.
  return misfit?.kind === "missing" ? null : misfit
}

/**
 * Whether other payments hold so much that this session's amount no longer fits. Only for amounts of one currency.
 *
 * What another provider has authorized counts like a capture: it can be captured at any time. The only
 * session that was paid always fits, even when its order became cheaper. Money in other collections of the
 * order, as when a merchant marked one as paid, is compared with the order's total.
 */
export function isPaidOtherwise(cover: CoverFacts): boolean {
  const { collection, order, session, held, heldElsewhere } = cover
  const withOwn = addMoney(session, ...held)
  if (holdsAnything(held) && isAbove(withOwn, collection, cover)) return true
  if (order === null || !holdsAnything(heldElsewhere)) return false
  return isAbove(addMoney(withOwn, ...heldElsewhere), order, cover)
}

/** Whether captures of other payments leave nothing due. Authorizations do not count: they may lapse. */
export function isCapturedOtherwise(cover: CoverFacts): boolean {
  return isPaidOtherwise({ ...cover, held: cover.captured, heldElsewhere: cover.capturedElsewhere })
}

function holdsAnything(amounts: readonly Money[]): boolean {
  return amounts.some((money) => compareMoney(money, { ...money, amount: "0" }) > 0)
}

/** By half of the smallest unit at most, it is rounding noise. */
function isAbove(sum: Money, limit: Money, { decimals }: CoverFacts): boolean {
  return isPayable(moneyLeft(sum, limit).amount, decimals)
}

/** What an order comes to, as Medusa reads it with its totals. Decimals in major units; all may be negative. */
export type OrderSums = {
  /** Medusa's own `pending_difference`. */
  pending: string
  total: string
  /** Worth of what its customer has announced to send back. */
  returnRequested: string
  /** Paid, less refunded. */
  transactions: string
}

/**
 * What an order owes; "0" when nothing is, or too much was paid.
 *
 * Medusa counts a difference of up to one unit of the currency as settled, and of a currency that it does not know one of up to
 * 0.01: that is a whole order in a store priced in bitcoin, so there the sums decide.
 *
 * @param decimals of the currency
 * @returns decimal in major units
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

/**
 * What is still to be paid of what an order owes. What is authorized is not: its provider can capture it at any time.
 *
 * @returns decimal in major units; "0" when nothing is
 */
export function outstandingOf(owed: string, authorized: readonly string[], decimals: number): string {
  const left = differenceOf([owed], authorized)
  return isPayable(left, decimals) ? left : "0"
}

/**
 * What a payment asks for: its session's amount, or less when the order owes less by now. A difference that the currency cannot
 * express is rounding.
 *
 * @param session amount of Medusa's session, which never grows
 * @param owed of amount "0" when nothing is owed; then nothing is asked for
 * @throws CurrencyMismatchError when the order is in another currency
 * @example dueOf(usd("17"), usd("12"), 2) // usd("12")
 */
export function dueOf(session: Money, owed: Money, decimals: number): Money {
  return isPayable(moneyLeft(session, owed).amount, decimals) ? owed : session
}

/** Whether two amounts are the same in the unit of their currency. @throws CurrencyMismatchError unless both are of one currency */
export function isSameAmount(left: Money, right: Money, decimals: number): boolean {
  return (
    !isPayable(moneyLeft(left, right).amount, decimals) && !isPayable(moneyLeft(right, left).amount, decimals)
  )
}

/**
 * How much of the asked tokens pays an order that owes less; what comes beyond it is owed back. Rounded up, as the quote was.
 *
 * @param money amounts in major units, `expected` in token units
 * @returns decimal in token units; null when all that was asked does
 * @example tokensTaken({ asked: "17", taken: "12", expected: "17.17", decimals: 6 }) // "12.12"
 */
export function tokensTaken(money: {
  asked: string
  taken: string
  expected: string
  decimals: number
}): string | null {
  const { asked, taken, expected, decimals } = money
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
type UnpaidOrderReason =
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
