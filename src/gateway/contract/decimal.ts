import { z } from "zod"

const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/
const MAX_DIGITS = 96

/** Whether a text is a plain, non-negative decimal: no sign, exponent, spaces, leading zeros or bare dot. */
export function isDecimalString(text: string): boolean {
  return text.length <= MAX_DIGITS && DECIMAL.test(text)
}

/** Decimal amount in token units, as text. */
export const decimalSchema = z.string().refine(isDecimalString, "expected a decimal amount as text")
