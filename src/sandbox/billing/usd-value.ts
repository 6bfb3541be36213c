import { formatAmount, multiplyDivide, multiplyDivideUnits, parseAmount } from "../../gateway/amount"
import type { CatalogToken } from "../catalog/tokens"

type Priced = Pick<CatalogToken, "decimals" | "usdPrice">

/** Precision of the sandbox's dollars and prices. */
export const USD_DECIMALS = 8

/** Dollars as an integer of 10^-8. @example toUsdUnits("0.10") // 10000000n */
export function toUsdUnits(usd: string): bigint {
  return parseAmount(usd, USD_DECIMALS)
}

/** Value of an amount, rounded down, in units of {@link toUsdUnits}. */
export function valueInUsdUnits(amountBaseUnits: bigint, { decimals, usdPrice }: Priced): bigint {
  return multiplyDivideUnits(amountBaseUnits, toUsdUnits(usdPrice), parseAmount("1", decimals), "down")
}

/** The smallest amount worth at least this many dollars. */
export function baseUnitsWorth(usd: string, { decimals, usdPrice }: Priced): bigint {
  return multiplyDivide(usd, { by: usdPrice }, decimals, "up")
}

/** @example fromUsdUnits(10000000n) // "0.1" */
export function fromUsdUnits(usdUnits: bigint): string {
  return formatAmount(usdUnits, USD_DECIMALS)
}
