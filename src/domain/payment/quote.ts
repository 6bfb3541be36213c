import { AmountError, compareAmounts, formatAmount, multiplyDivide, WHOLE_BPS } from "../../gateway/amount"

/** Price of one token in a currency, as exact decimal text, with its source and time. */
export type Rate = {
  price: string
  source: string
  /** Epoch milliseconds. */
  asOfMs: number
}

/**
 * Converts money to tokens, rounded up, so that a shopper who pays the quoted amount never pays less than the
 * order's total.
 *
 * @param input.fiatAmount decimal text in major units, such as "49.90"
 * @param input.price currency units for one token
 * @param input.spreadBps added to the amount, in basis points
 * @returns decimal in token units
 * @throws AmountError when the price is zero or a text is no decimal
 * @example fiatToToken({ fiatAmount: "10", price: "3", decimals: 6, spreadBps: 0 }) // "3.333334"
 */
export function fiatToToken(input: {
  fiatAmount: string
  price: string
  decimals: number
  spreadBps: number
}): string {
  const { fiatAmount, price, decimals, spreadBps } = input
  if (compareAmounts(price, "0") === 0) throw new AmountError("a price of zero cannot be converted")
  const times = formatAmount(WHOLE_BPS + BigInt(spreadBps), 4)
  return formatAmount(multiplyDivide(fiatAmount, { times, by: price }, decimals, "up"), decimals)
}
