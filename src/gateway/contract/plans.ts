/** Documented plans. The list may grow, so any other value is kept as it is. */
export const KNOWN_PLANS = ["Free", "Startup", "Growth", "Scale", "Enterprise"] as const
export type KnownPlan = (typeof KNOWN_PLANS)[number]

/** Finds a documented plan by its name, in any case. @returns undefined for an unknown plan @example findKnownPlan("startup") // "Startup" */
export function findKnownPlan(name: string | null): KnownPlan | undefined {
  return KNOWN_PLANS.find((known) => known.toLowerCase() === name?.trim().toLowerCase())
}

/** List prices of a plan: USD and percent as decimal text. Null is negotiated. */
export type PlanPrices = {
  monthlyUsd: string | null
  /** The lowest and the highest: equal but for a range. */
  invoiceFeePercent: readonly [string, string]
  minimumFeeUsd: string | null
  /** Gas per cycle; `fair-use` has no figure. */
  includedGasUsd: string | null
  /** Payout API withdrawals per cycle. */
  includedPayouts: number | null
  /** Of each payout beyond the included ones. */
  payoutFeeUsd: string | null
  /** Of a withdrawal made in the service's dashboard. */
  dashboardFeeUsd: string | null
}

/** @see service-interface "Billing and gas" */
export const PLAN_PRICES: Readonly<Record<KnownPlan, PlanPrices>> = {
  Free: prices("0", ["0.95", "0.95"], "0.10", "fair-use", 0, "0.05", "0.08"),
  Startup: prices("19", ["0.70", "0.70"], "0.10", "10", 100, "0.03", "0.05"),
  Growth: prices("99", ["0.55", "0.55"], "0.05", "35", 1_000, "0.01", "0.03"),
  Scale: prices("499", ["0.35", "0.35"], "0.05", "150", 10_000, "0.005", "0.02"),
  Enterprise: prices(null, ["0.15", "0.35"], null, null, null, null, null),
}

function prices(
  monthlyUsd: string | null,
  invoiceFeePercent: readonly [string, string],
  minimumFeeUsd: string | null,
  includedGasUsd: string | null,
  includedPayouts: number | null,
  payoutFeeUsd: string | null,
  dashboardFeeUsd: string | null
): PlanPrices {
  const fees = { invoiceFeePercent, minimumFeeUsd, payoutFeeUsd, dashboardFeeUsd }
  return { monthlyUsd, ...fees, includedGasUsd, includedPayouts }
}

/** Prepaid gas is sold in these packs, in USD, on every plan. */
export const TOP_UP_PACKS_USD = ["5", "10", "25", "50", "100"] as const
