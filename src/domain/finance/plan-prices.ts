import { compareAmounts, formatAmount, multiplyDivide } from "../../gateway/amount"
import {
  type Billing,
  findKnownPlan,
  isDecimalString,
  PLAN_PRICES,
  TOP_UP_PACKS_USD,
} from "../../gateway/contract"

/** `provider` is in the service's answer, `list` is the price of the plan in its public price list. */
type Source = "provider" | "list"
/** A figure is decimal text; words, such as `fair-use`, are as they came; null is negotiated. `up_to` ends a range. */
export type PlanPrice = { value: string | null; up_to: string | null; source: Source }

/** What a plan costs and includes; null where neither the answer nor the price list says. */
export type PlanPricesView = {
  monthly_usd: PlanPrice | null
  /** Of what settled, and never below the minimum. */
  invoice_fee_percent: PlanPrice | null
  minimum_fee_usd: PlanPrice | null
  /** Of each payout beyond the included ones. */
  payout_fee_usd: PlanPrice | null
  /** Of a withdrawal made in the provider's dashboard. */
  dashboard_fee_usd: PlanPrice | null
  included_payouts: PlanPrice | null
  included_gas_usd: PlanPrice | null
}

/** The prices of a plan. A figure that the service answers wins over that of its price list. */
export function planPricesOf(billing: Billing): PlanPricesView {
  const known = findKnownPlan(billing.plan ?? null)
  const list = known && PLAN_PRICES[known]
  const listed = (value: string | null | undefined, upTo: string | null = null): PlanPrice | null =>
    value === undefined ? null : { value, up_to: upTo, source: "list" }
  const answered = (value: string | undefined, otherwise: PlanPrice | null): PlanPrice | null =>
    value === undefined ? otherwise : { value, up_to: null, source: "provider" }
  const [least, most] = list?.invoiceFeePercent ?? []
  return {
    monthly_usd: listed(list?.monthlyUsd),
    invoice_fee_percent: answered(billing.invoiceFeePercent, listed(least, least === most ? null : most)),
    minimum_fee_usd: answered(billing.minimumFeeUsd, listed(list?.minimumFeeUsd)),
    payout_fee_usd: listed(list?.payoutFeeUsd),
    dashboard_fee_usd: listed(list?.dashboardFeeUsd),
    included_payouts: answered(
      billing.payoutQuotaIncluded?.toString(),
      listed(countOf(list?.includedPayouts))
    ),
    included_gas_usd: answered(billing.includedGasGrantedUsd, listed(list?.includedGasUsd)),
  }
}

/**
 * Whether the invoice fee is in another unit than percent: a rate such as "0.0095", or basis points. Without a unit only the
 * list price tells.
 */
export function isFeeInOtherUnit({ plan, invoiceFeePercent: answered }: Billing): boolean {
  const known = findKnownPlan(plan ?? null)
  if (!known || answered === undefined || !isDecimalString(answered)) return false
  const [least, most] = PLAN_PRICES[known].invoiceFeePercent
  return [{ times: "100" }, { by: "100" }].some((factor) => {
    const inUnit = (price: string) => formatAmount(multiplyDivide(price, factor, 6, "down"), 6)
    return compareAmounts(answered, inUnit(least)) >= 0 && compareAmounts(answered, inUnit(most)) <= 0
  })
}

const countOf = (count: number | null | undefined) => (typeof count === "number" ? String(count) : count)

/** The packs of prepaid gas: those of the answer, else those of the price list. */
export function topUpsOf({ topUpOptionsUsd: answered }: Billing): { amounts_usd: string[]; source: Source } {
  return answered === undefined
    ? { amounts_usd: [...TOP_UP_PACKS_USD], source: "list" }
    : { amounts_usd: answered.filter(isDecimalString), source: "provider" }
}
