import type { CatalogToken } from "../catalog/tokens"
import type { BillingWorld } from "./billing-account"
import { currentPlan } from "./current-plan"
import { baseUnitsWorth } from "./usd-value"

type Quota = Pick<BillingWorld, "business" | "billing">

/**
 * Fee of the next withdrawal by API, or of the next leg of a payout, in base units. Included ones are free.
 *
 * @see service-interface "Billing and gas", rules 2 and 3
 */
export function payoutFee(world: Quota, asset: CatalogToken): bigint {
  const { includedPayouts, payoutFeeUsd } = currentPlan(world)
  return world.billing.cycle.payoutsUsed < includedPayouts ? 0n : baseUnitsWorth(payoutFeeUsd, asset)
}

/** Counts one against the quota of the cycle. */
export function countPayout({ billing }: Pick<BillingWorld, "billing">): void {
  billing.cycle.payoutsUsed += 1
}

/** Fee of a withdrawal that a person orders in the dashboard, in base units. It is outside the quota. */
export function dashboardFee(world: Pick<BillingWorld, "business">, asset: CatalogToken): bigint {
  return baseUnitsWorth(currentPlan(world).dashboardWithdrawalFeeUsd, asset)
}
