import { formatAmount, parseAmount } from "../../gateway/amount"
import type { CatalogToken } from "../catalog/tokens"

type Priced = Pick<CatalogToken, "decimals" | "usdPrice">

/** Decimals in which the sandbox counts dollars and prices. */
export const USD_DECIMALS = 8

/** Dollars as an integer of 10^-8. @example toUsdUnits("0.10") // 10000000n */
export function toUsdUnits(usd: string): bigint {
  return parseAmount(usd, USD_DECIMALS)
}

/** What an amount is worth, rounded down, in units of {@link toUsdUnits}. */
export function valueInUsdUnits(amountBaseUnits: bigint, asset: Priced): bigint {
  return (amountBaseUnits * toUsdUnits(asset.usdPrice)) / 10n ** BigInt(asset.decimals)
}

/** The smallest amount worth at least as many dollars. */
export function baseUnitsWorth(usd: string, asset: Priced): bigint {
  const scaled = toUsdUnits(usd) * 10n ** BigInt(asset.decimals)
  const price = toUsdUnits(asset.usdPrice)
  return (scaled + price - 1n) / price
}

/** The inverse of {@link toUsdUnits}. @example fromUsdUnits(10000000n) // "0.1" */
export function fromUsdUnits(usdUnits: bigint): string {
  return formatAmount(usdUnits, USD_DECIMALS)
}
