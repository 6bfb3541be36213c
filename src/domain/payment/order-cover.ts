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
