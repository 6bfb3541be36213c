/** A decimal as digits and a scale: `12.50` is 1250 at scale 2. */
export type Digits = { digits: bigint; scale: number }

const FORM = /^(\d+)(?:\.(\d+))?$/

/** Takes a decimal apart. @returns null when it is none */
export function parseDigits(text: string): Digits | null {
  const [, whole = "", fraction = ""] = FORM.exec(text) ?? []
  return whole === "" ? null : { digits: BigInt(whole + fraction), scale: fraction.length }
}

/**
 * Subtracts decimals given as text, exactly.
 *
 * @returns the size of the difference as a decimal and its direction, or null when either is no decimal
 * @example decimalDifference("24.5", "25") // { sign: -1, size: "0.5" }
 */
export function decimalDifference(a: string, b: string): { sign: -1 | 0 | 1; size: string } | null {
  const [left, right] = [parseDigits(a), parseDigits(b)]
  if (!left || !right) return null
  const scale = Math.max(left.scale, right.scale)
  const widen = ({ digits, scale: own }: Digits) => digits * 10n ** BigInt(scale - own)
  const difference = widen(left) - widen(right)
  if (difference === 0n) return { sign: 0, size: "0" }
  const text = String(difference < 0n ? -difference : difference).padStart(scale + 1, "0")
  const whole = text.slice(0, text.length - scale)
  const fraction = text.slice(text.length - scale).replace(/0+$/, "")
  return { sign: difference < 0n ? -1 : 1, size: fraction ? `${whole}.${fraction}` : whole }
}

/**
 * Writes a decimal as a reader of a language does, with every digit of its fraction.
 *
 * @param locale BCP 47
 * @returns the text itself when it is no decimal
 * @example formatDecimal("1234567.80", "en") // "1,234,567.8"
 */
export function formatDecimal(text: string, locale: string): string {
  const [, whole, fraction = ""] = FORM.exec(text) ?? []
  if (whole === undefined) return text
  const format = new Intl.NumberFormat(locale)
  const significant = fraction.replace(/0+$/, "")
  const separator = format.formatToParts(0.5).find((part) => part.type === "decimal")?.value ?? "."
  return significant
    ? `${format.format(BigInt(whole))}${separator}${significant}`
    : format.format(BigInt(whole))
}
