import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

/** Digits a JS number holds faithfully; what comes after is noise of the arithmetic before us. */
const FAITHFUL_DIGITS = 15

/**
 * Writes an amount of Medusa as plain decimal text in major units, without exponent.
 *
 * Medusa hands amounts over as JS numbers. Their noise is cut off here, because a quote rounds up and
 * would charge for it.
 *
 * @example fiatAmountToText(0.1 + 0.2) // "0.3"
 */
export function fiatAmountToText(amount: BigNumberInput): string {
  const exact = MathBN.convert(amount)
  return typeof amount === "number" ? exact.sd(FAITHFUL_DIGITS).toFixed() : exact.toFixed()
}
