import { parseAmount } from "../../gateway/amount"
import type { CatalogToken } from "../catalog/tokens"
import type { Plan } from "./plans"
import { baseUnitsWorth } from "./usd-value"

/** Percent with two decimals, as an integer number of basis points. */
const PERCENT_DECIMALS = 2
const WHOLE_BPS = 10_000n

/**
 * Fee of settled money, rounded up to the asset's precision: the plan's share, and never less than its minimum.
 *
 * It may be more than the amount; then there is no net, and that is for the caller to judge.
 *
 * @returns base units
 * @see service-interface "Billing and gas", rule 1
 */
export function invoiceFee(amountBaseUnits: bigint, asset: CatalogToken, plan: Plan): bigint {
  const bps = parseAmount(plan.invoiceFeePercent, PERCENT_DECIMALS)
  const share = (amountBaseUnits * bps + WHOLE_BPS - 1n) / WHOLE_BPS
  const minimum = baseUnitsWorth(plan.minimumFeeUsd, asset)
  return share > minimum ? share : minimum
}
