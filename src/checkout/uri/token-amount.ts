/** An exact token amount. */
export type TokenAmount = {
  baseUnits: bigint
  /** Decimal in token units without trailing zeros, for payment URIs. */
  text: string
}

const DECIMAL = /^0*(\d+?)(?:\.(\d*?)0*)?$/
const MOST_DECIMALS = 77

/**
 * Reads an amount to pay.
 *
 * @param text decimal in token units
 * @returns null for zero, for anything but a plain decimal, and for more decimals than the token has
 * @example readTokenAmount("17.50", 6) // { baseUnits: 17500000n, text: "17.5" }
 */
export function readTokenAmount(text: string | null, decimals: number): TokenAmount | null {
  const [, whole, fraction = ""] = DECIMAL.exec(text ?? "") ?? []
  if (whole === undefined || !Number.isInteger(decimals) || decimals < 0 || decimals > MOST_DECIMALS)
    return null
  if (fraction.length > decimals) return null
  const baseUnits = BigInt(whole + fraction.padEnd(decimals, "0"))
  return baseUnits > 0n ? { baseUnits, text: fraction ? `${whole}.${fraction}` : whole } : null
}
