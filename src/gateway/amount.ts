import { isDecimalString } from "./contract/wire"

/** A text is no amount, or has digits that its token cannot hold. */
export class AmountError extends Error {
  override readonly name = "AmountError"
}

/** `half_up` rounds a half up. */
export type Rounding = "up" | "down" | "half_up"

/** Basis points of the whole. */
export const WHOLE_BPS = 10_000n

/**
 * Reads a decimal in token units as base units.
 *
 * Non-zero digits that the token cannot hold are an error: rounding is the caller's decision.
 *
 * @param text decimal in token units, such as "12.50"
 * @param decimals decimals of the token, 0 to 30
 * @throws AmountError when the text is no decimal or has excess precision
 * @example parseAmount("1.5", 6) // 1500000n
 */
export function parseAmount(text: string, decimals: number): bigint {
  assertDecimals(decimals)
  const { units, scale } = read(text)
  if (scale <= decimals) return units * 10n ** BigInt(decimals - scale)
  const excess = 10n ** BigInt(scale - decimals)
  if (units % excess !== 0n) throw new AmountError(`"${text}" has more than ${decimals} decimals`)
  return units / excess
}

/**
 * Writes base units as a decimal in token units, without trailing zeros.
 *
 * @throws AmountError for a negative amount
 * @example formatAmount(1500000n, 6) // "1.5"
 */
export function formatAmount(units: bigint, decimals: number): string {
  assertDecimals(decimals)
  return write(units, decimals)
}

/**
 * Writes a decimal with at least this many decimals, as prices are shown.
 *
 * @throws AmountError when the text is no decimal
 * @example padAmount("49.9", 2) // "49.90"
 */
export function padAmount(text: string, decimals: number): string {
  const missing = decimals - decimalsOf(text)
  if (missing <= 0) return text
  return (text.includes(".") ? text : `${text}.`) + "0".repeat(missing)
}

/**
 * Cuts off the digits a token cannot hold. Only for amounts that others report, never for ones we request.
 *
 * @throws AmountError when the text is no decimal
 * @example truncateAmount("1.23456789", 6) // "1.234567"
 */
export function truncateAmount(text: string, decimals: number): string {
  return formatAmount(multiplyDivide(text, {}, decimals, "down"), decimals)
}

/**
 * Compares two decimals by value, however many digits each is written with.
 *
 * @returns -1, 0 or 1 as `left` is less than, equal to or greater than `right`
 * @throws AmountError when either is no decimal
 * @example compareAmounts("1.50", "1.5") // 0
 */
export function compareAmounts(left: string, right: string): -1 | 0 | 1 {
  const { a, b } = align(left, right)
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Adds decimals exactly, however many digits each is written with.
 *
 * @throws AmountError when one is no decimal
 * @example addAmounts("1.50", "0.25") // "1.75"
 */
export function addAmounts(...amounts: readonly string[]): string {
  return amounts.reduce((sum, amount) => {
    const { a, b, scale } = align(sum, amount)
    return write(a + b, scale)
  }, "0")
}

/**
 * Subtracts one decimal from another exactly.
 *
 * @throws AmountError when either is no decimal, or `right` is more than `left`
 * @example subtractAmounts("2", "0.25") // "1.75"
 */
export function subtractAmounts(left: string, right: string): string {
  const { a, b, scale } = align(left, right)
  return write(a - b, scale)
}

/**
 * Computes `amount * times / by` exactly, and rounds once, to base units.
 *
 * @param decimals decimals of the result, 0 to 30
 * @returns base units
 * @throws AmountError when a text is no decimal, or `by` is zero
 * @example multiplyDivide("10", { by: "3" }, 6, "up") // 3333334n
 */
export function multiplyDivide(
  amount: string,
  { times = "1", by = "1" }: { times?: string; by?: string },
  decimals: number,
  rounding: Rounding
): bigint {
  assertDecimals(decimals)
  const [a, t, b] = [read(amount), read(times), read(by)]
  const numerator = a.units * t.units * 10n ** BigInt(b.scale + decimals)
  return multiplyDivideUnits(numerator, 1n, b.units * 10n ** BigInt(a.scale + t.scale), rounding)
}

/**
 * Computes `units * times / by` on whole numbers, none negative, and rounds once.
 *
 * @throws AmountError when one is negative, or `by` is zero
 * @example multiplyDivideUnits(10n, 1n, 3n, "half_up") // 3n
 */
export function multiplyDivideUnits(units: bigint, times: bigint, by: bigint, rounding: Rounding): bigint {
  if (by === 0n) throw new AmountError("an amount cannot be divided by zero")
  const product = units * times
  if (product < 0n || by < 0n) throw new AmountError("an amount is never negative")
  return (product + ROUNDING_ADDENDS[rounding](by)) / by
}

/** A half of an odd divisor has no whole: below it the remainder is less than a half. */
const ROUNDING_ADDENDS: Record<Rounding, (by: bigint) => bigint> = {
  up: (by) => by - 1n,
  down: () => 0n,
  half_up: (by) => by / 2n,
}

/**
 * Whether an amount is within `bps` basis points of the expected one, either way.
 *
 * @example isWithinBps(9_900n, 10_000n, 100) // true, 9_899n is not
 */
export function isWithinBps(units: bigint, expected: bigint, bps: number): boolean {
  const difference = units < expected ? expected - units : units - expected
  return difference * WHOLE_BPS <= expected * BigInt(bps)
}

/** Decimals a text is written with. @throws AmountError when it is no decimal */
export function decimalsOf(text: string): number {
  return read(text).scale
}

/** Exact: `units` over ten to the power of `scale`. */
type Scaled = { units: bigint; scale: number }

/** The check comes first: the digits of a text that is no amount have no bound. */
function read(text: string): Scaled {
  if (!isDecimalString(text)) {
    throw new AmountError(`"${text.slice(0, 40)}" is not a decimal amount such as "12.5"`)
  }
  const [whole = "0", fraction = ""] = text.split(".")
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** Brings two amounts to the scale of the longer one. */
function align(left: string, right: string): { a: bigint; b: bigint; scale: number } {
  const [a, b] = [read(left), read(right)]
  const scale = Math.max(a.scale, b.scale)
  const widen = ({ units, scale: own }: Scaled) => units * 10n ** BigInt(scale - own)
  return { a: widen(a), b: widen(b), scale }
}

function write(units: bigint, scale: number): string {
  if (units < 0n) throw new AmountError("an amount is never negative")
  const digits = units.toString().padStart(scale + 1, "0")
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "")
  return fraction ? `${whole}.${fraction}` : whole
}

function assertDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 30) {
    throw new AmountError(`decimals must be a whole number from 0 to 30, found ${decimals}`)
  }
}
