import { isDecimalString } from "./contract/decimal"

/** Thrown for a text that is not an amount, or that says more than the token can hold. */
export class AmountError extends Error {
  override readonly name = "AmountError"
}

/**
 * Reads a decimal amount in token units as an integer number of base units.
 *
 * Digits the token cannot hold are an error unless they are zeros: rounding is the caller's decision.
 *
 * @param text decimal in token units, such as "12.50"
 * @param decimals number of decimals of the token, 0 to 30
 * @returns base units
 * @throws AmountError when the text is no decimal or has excess precision
 * @example parseAmount("1.5", 6) // 1500000n
 */
export function parseAmount(text: string, decimals: number): bigint {
  assertDecimals(decimals)
  assertDecimalText(text)
  const [whole = "0", fraction = ""] = text.split(".")
  const kept = fraction.slice(0, decimals)
  if (/[1-9]/.test(fraction.slice(decimals))) {
    throw new AmountError(`"${text}" has more than ${decimals} decimals`)
  }
  return BigInt(whole + kept.padEnd(decimals, "0"))
}

/**
 * Writes base units as a decimal in token units, without trailing zeros.
 *
 * @throws AmountError for a negative amount
 * @example formatAmount(1500000n, 6) // "1.5"
 */
export function formatAmount(amountBaseUnits: bigint, decimals: number): string {
  assertDecimals(decimals)
  if (amountBaseUnits < 0n) throw new AmountError("an amount is never negative")
  const digits = amountBaseUnits.toString().padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "")
  return fraction ? `${whole}.${fraction}` : whole
}

/**
 * Cuts off the digits a token cannot hold. For amounts that are told to us, never for ones we ask for.
 *
 * @throws AmountError when the text is no decimal
 * @example truncateAmount("1.23456789", 6) // "1.234567"
 */
export function truncateAmount(text: string, decimals: number): string {
  assertDecimalText(text)
  const [whole = "0", fraction = ""] = text.split(".")
  const kept = fraction.slice(0, decimals)
  return formatAmount(parseAmount(kept ? `${whole}.${kept}` : whole, decimals), decimals)
}

/**
 * Compares two decimal texts by value, whatever number of decimals each is written with.
 *
 * @returns -1, 0 or 1 as `left` is less than, equal to or greater than `right`
 * @throws AmountError when either is no decimal
 * @example compareAmounts("1.50", "1.5") // 0
 */
export function compareAmounts(left: string, right: string): -1 | 0 | 1 {
  // Both are checked before either is padded: the scale of a text that is no amount has no bound.
  assertDecimalText(left)
  assertDecimalText(right)
  const scale = Math.max(fractionDigits(left), fractionDigits(right))
  const a = toScaled(left, scale)
  const b = toScaled(right, scale)
  return a < b ? -1 : a > b ? 1 : 0
}

function fractionDigits(text: string): number {
  return text.split(".")[1]?.length ?? 0
}

function toScaled(text: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".")
  return BigInt(whole + fraction.padEnd(scale, "0"))
}

function assertDecimalText(text: string): void {
  if (isDecimalString(text)) return
  throw new AmountError(`"${text.slice(0, 40)}" is not a decimal amount such as "12.5"`)
}

function assertDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 30) {
    throw new AmountError(`decimals must be a whole number from 0 to 30, found ${decimals}`)
  }
}
