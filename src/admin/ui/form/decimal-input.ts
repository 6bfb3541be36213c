import { decimalSeparator } from "../format"

/** What an operator typed: a decimal with a dot, as the API takes it, or what is wrong with it. */
export type TypedDecimal = { value: string } | { problem: "notAnAmount" | "separator" }

/**
 * Reads an amount in the digits and with the decimal separator of a language.
 *
 * Separators of thousands are refused: "1.234" is a thousand to a German and one and a bit to an American.
 *
 * @example readDecimal("8,50", "de") // { value: "8.50" }
 * @example readDecimal("8.50", "de") // { problem: "separator" }
 */
export function readDecimal(text: string, locale: string): TypedDecimal {
  const separator = decimalSeparator(locale)
  const typed = toLatinDigits(text.trim(), locale)
  if (typed === "") return { value: "" }
  const decimal = typed.split(separator).join("\0")
  if (/[.,٫٬'’\s]/.test(decimal)) return { problem: "separator" }
  const value = decimal.replace("\0", ".")
  return /^\d+(?:\.\d+)?$/.test(value) ? { value } : { problem: "notAnAmount" }
}

/** The way back, for a value that a button fills in. @example writeDecimalInput("8.50", "de") // "8,50" */
export function writeDecimalInput(value: string, locale: string): string {
  return value.replace(".", decimalSeparator(locale))
}

function toLatinDigits(text: string, locale: string): string {
  const digits = Array.from(
    new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210n)
  ).reverse()
  return Array.from(text, (character) => {
    const digit = digits.indexOf(character)
    return digit === -1 ? character : String(digit)
  }).join("")
}
