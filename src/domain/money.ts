import { addAmounts, compareAmounts, formatAmount, multiplyDivide, subtractAmounts } from "../gateway/amount"

/** An amount of a fiat currency: decimal text in major units, and the code of its currency in lower case. */
export type Money = { amount: string; currency: string }

/** Two currencies met in one comparison or sum, which is always a bug or an attack. */
export class CurrencyMismatchError extends Error {
  constructor(
    readonly expected: string,
    readonly found: string
  ) {
    super(`amounts of two currencies do not compare: ${expected} and ${found}`)
    this.name = "CurrencyMismatchError"
  }
}

/** @example moneyOf("17", "USD") // { amount: "17", currency: "usd" } */
export function moneyOf(amount: string, currency: string): Money {
  return { amount, currency: currency.toLowerCase() }
}

/** @throws CurrencyMismatchError unless both are of one currency */
export function compareMoney(left: Money, right: Money): -1 | 0 | 1 {
  requireSame(left, right)
  return compareAmounts(left.amount, right.amount)
}

/** @throws CurrencyMismatchError unless all are of one currency */
export function addMoney(first: Money, ...others: readonly Money[]): Money {
  for (const other of others) requireSame(first, other)
  return { ...first, amount: addAmounts(first.amount, ...others.map(({ amount }) => amount)) }
}

/** Subtracts, down to "0". @throws CurrencyMismatchError unless both are of one currency */
export function moneyLeft(from: Money, taken: Money): Money {
  const isLeft = compareMoney(from, taken) > 0
  return { ...from, amount: isLeft ? subtractAmounts(from.amount, taken.amount) : "0" }
}

function requireSame(left: Money, right: Money): void {
  if (left.currency !== right.currency) throw new CurrencyMismatchError(left.currency, right.currency)
}

/** Whether an amount exceeds another by more than rounding. @throws CurrencyMismatchError unless both are of one currency */
export function exceeds(amount: Money, limit: Money, decimals: number): boolean {
  return isPayable(moneyLeft(amount, limit).amount, decimals)
}

/** @throws CurrencyMismatchError unless both are of one currency */
export function isSameAmount(left: Money, right: Money, decimals: number): boolean {
  return !exceeds(left, right, decimals) && !exceeds(right, left, decimals)
}

/** The smallest unit of a currency, in major units. @example smallestUnit(2) // "0.01" */
export function smallestUnit(decimals: number): string {
  return decimals === 0 ? "1" : `0.${"1".padStart(decimals, "0")}`
}

/**
 * Half the smallest unit of a currency: every tolerance between amounts of a currency. Medusa computes with more digits
 * than a currency has, and passes amounts as JS numbers, so equal amounts can differ by less than this.
 *
 * @example halfUnit(2) // "0.005"
 */
export function halfUnit(decimals: number): string {
  return `0.${"5".padStart(decimals + 1, "0")}`
}

/**
 * Whether an amount is above zero in the unit of its currency. Less than half a unit cannot be paid and counts as nothing.
 *
 * @param amount in major units, as decimal text; may be negative
 * @example isPayable("0.004", 2) // false
 */
export function isPayable(amount: string, decimals: number): boolean {
  return !amount.startsWith("-") && compareAmounts(amount, halfUnit(decimals)) > 0
}

/**
 * Formats an amount for people: in the unit of its currency, rounded half up as in Medusa's admin. Medusa computes with more
 * digits, which decide and are never shown.
 *
 * @param amount in major units, as decimal text; not negative
 * @example inUnit("38.751425", 2) // "38.75"
 */
export function inUnit(amount: string, decimals: number): string {
  return formatAmount(multiplyDivide(amount, {}, decimals, "half_up"), decimals)
}
