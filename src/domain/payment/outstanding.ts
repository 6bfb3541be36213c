import {
  addAmounts,
  compareAmounts,
  formatAmount,
  multiplyDivide,
  subtractAmounts,
} from "../../gateway/amount"
import { isPayable, type Money, moneyLeft, smallestUnit } from "../money"

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
