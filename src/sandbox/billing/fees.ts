import { multiplyDivideUnits, parseAmount, WHOLE_BPS } from "../../gateway/amount"
import type { CatalogToken } from "../catalog/tokens"
import type { BillingWorld } from "./billing-account"
import { currentPlan, type Plan } from "./plans"
import { baseUnitsWorth } from "./usd-value"

const PERCENT_DECIMALS = 2

/**
 * Fee of settled money in base units, rounded up: the plan's share, at least its minimum. May exceed the
 * amount.
 *
 * @see service-interface "Billing and gas", rule 1
 */
export function invoiceFee(amountBaseUnits: bigint, asset: CatalogToken, plan: Plan): bigint {
  const bps = parseAmount(plan.invoiceFeePercent, PERCENT_DECIMALS)
  const share = multiplyDivideUnits(amountBaseUnits, bps, WHOLE_BPS, "up")
  const minimum = baseUnitsWorth(plan.minimumFeeUsd, asset)
  return share > minimum ? share : minimum
}

type Quota = Pick<BillingWorld, "business" | "billing">

/**
 * Fee of the next API withdrawal or payout leg, in base units; zero within the quota.
 *
 * @see service-interface "Billing and gas", rules 2 and 3
 */
export function payoutFee(world: Quota, asset: CatalogToken): bigint {
  const { includedPayouts, payoutFeeUsd } = currentPlan(world)
  return world.billing.cycle.payoutsUsed < includedPayouts ? 0n : baseUnitsWorth(payoutFeeUsd, asset)
}

export function countPayout({ billing }: Pick<BillingWorld, "billing">): void {
  billing.cycle.payoutsUsed += 1
}

/** Fee of a dashboard withdrawal, in base units. It does not count against the quota. */
export function dashboardFee(world: Pick<BillingWorld, "business">, asset: CatalogToken): bigint {
  return baseUnitsWorth(currentPlan(world).dashboardWithdrawalFeeUsd, asset)
}
