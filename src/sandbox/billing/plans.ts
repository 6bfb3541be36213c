import { multiplyDivideUnits, parseAmount, WHOLE_BPS } from "../../gateway/amount"
import type { KnownPlan } from "../../gateway/contract"
import type { BusinessSettings } from "../business"
import type { CatalogToken } from "../catalog/catalog"
import type { BillingWorld } from "./billing-account"
import { baseUnitsWorth } from "./gas-price"

/** Money is USD as decimal text. */
export type Plan = {
  name: KnownPlan
  monthlyUsd: string
  invoiceFeePercent: string
  minimumFeeUsd: string
  /** Null is fair use: it never runs out by itself. */
  includedGasUsd: string | null
  includedPayouts: number
  payoutFeeUsd: string
  dashboardWithdrawalFeeUsd: string
}

/** The documented plans. Where Enterprise is custom, the figures are the sandbox's own. @see service-interface "Billing and gas" */
export const plans: Readonly<Record<KnownPlan, Plan>> = {
  Free: plan("Free", "0", "0.95", "0.10", null, 0, "0.05", "0.08"),
  Startup: plan("Startup", "19", "0.70", "0.10", "10", 100, "0.03", "0.05"),
  Growth: plan("Growth", "99", "0.55", "0.05", "35", 1_000, "0.01", "0.03"),
  Scale: plan("Scale", "499", "0.35", "0.05", "150", 10_000, "0.005", "0.02"),
  Enterprise: plan("Enterprise", "2000", "0.15", "0.05", "500", 100_000, "0.005", "0.02"),
}

function plan(
  name: KnownPlan,
  monthlyUsd: string,
  invoiceFeePercent: string,
  minimumFeeUsd: string,
  includedGasUsd: string | null,
  includedPayouts: number,
  payoutFeeUsd: string,
  dashboardWithdrawalFeeUsd: string
): Plan {
  return {
    name,
    monthlyUsd,
    invoiceFeePercent,
    minimumFeeUsd,
    includedGasUsd,
    includedPayouts,
    payoutFeeUsd,
    dashboardWithdrawalFeeUsd,
  }
}

export function currentPlan({ business }: { business: Pick<BusinessSettings, "plan"> }): Plan {
  return plans[business.plan]
}

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
  // An asset without a known value has no minimum.
  const minimum = asset.usdPrice === "0" ? 0n : baseUnitsWorth(plan.minimumFeeUsd, asset)
  return share > minimum ? share : minimum
}

type Quota = Pick<BillingWorld, "business" | "billing">

/** Fee of the next API withdrawal or payout leg, in base units; zero within the quota. @see service-interface "Billing and gas", rules 2 and 3 */
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
