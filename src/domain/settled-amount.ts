import { formatAmount, parseAmount } from "../gateway/amount"

/**
 * How far what arrived lies from what was expected.
 *
 * @returns at most one of the two, as a decimal in token units; none when they are equal or nothing is known
 * @example amountDifference({ expected: "10", received: "9.5", decimals: 6 }) // { surplus: null, shortfall: "0.5" }
 */
export function amountDifference(amounts: { expected: string; received: string | null; decimals: number }): {
  surplus: string | null
  shortfall: string | null
} {
  if (amounts.received === null) return { surplus: null, shortfall: null }
  const received = parseAmount(amounts.received, amounts.decimals)
  const expected = parseAmount(amounts.expected, amounts.decimals)
  return {
    surplus: received > expected ? formatAmount(received - expected, amounts.decimals) : null,
    shortfall: received < expected ? formatAmount(expected - received, amounts.decimals) : null,
  }
}
