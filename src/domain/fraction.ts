import { AmountError } from "../gateway/amount"
import { isDecimalString } from "../gateway/contract"

/** An exact number: `value / scale`, where the scale is a power of ten. */
export type Fraction = { value: bigint; scale: bigint }

/**
 * Reads a decimal exactly, whatever number of decimals it is written with.
 *
 * @throws AmountError when the text is no decimal
 * @example toFraction("49.90") // { value: 4990n, scale: 100n }
 */
export function toFraction(text: string): Fraction {
  if (!isDecimalString(text)) throw new AmountError(`"${text.slice(0, 40)}" is not a decimal amount`)
  const [whole = "0", fraction = ""] = text.split(".")
  return { value: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) }
}
