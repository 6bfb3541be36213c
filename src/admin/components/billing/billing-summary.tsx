import { Text } from "@medusajs/ui"
import type { OnchainBillingResponse } from "../../../types/http"
import { shareUsed } from "../../billing/share"
import { formatDecimal } from "../../format/decimal"
import { formatAge, formatInstant } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import type { Figure } from "../health/figures"
import { BillingPart } from "./billing-part"
import { ShareBar } from "./share-bar"
import { WarningList } from "./warning-list"

/** Plan, quota and gas credit in figures, warnings first. */
export function BillingSummary({ billing }: { billing: OnchainBillingResponse["billing"] }) {
  const { t, locale } = useTexts()
  const { quota, gas } = billing
  const notTold = t("billing.notTold")
  const usd = (amount: string | null) =>
    amount === null ? notTold : t("billing.usd", { amount: formatDecimal(amount, locale) })
  const count = (value: number | null) => (value === null ? notTold : formatDecimal(String(value), locale))
  const at = (iso: string) => formatInstant(iso, locale)
  const text = (value: number | null) => (value === null ? null : String(value))
  const quotaShare = shareUsed(text(quota.used), text(quota.included))
  const gasShare = shareUsed(gas.used_usd, gas.granted_usd)
  const plan: Figure[] = [
    [t("billing.planName"), billing.plan ?? notTold],
    [t("billing.state"), billing.state ?? notTold],
    [
      t("billing.fee"),
      billing.invoice_fee_percent === null
        ? notTold
        : t("billing.percent", { percent: formatDecimal(billing.invoice_fee_percent, locale) }),
    ],
    [t("billing.minimum"), usd(billing.minimum_fee_usd)],
    ...(billing.cycle_ends_at ? [[t("billing.cycleEnds"), at(billing.cycle_ends_at)] as const] : []),
    ...(billing.grace_ends_at ? [[t("billing.graceEnds"), at(billing.grace_ends_at)] as const] : []),
  ]
  return (
    <>
      <WarningList warnings={billing.warnings} />
      <BillingPart title={t("billing.plan")} figures={plan} />
      <BillingPart
        title={t("billing.quota")}
        hint={t("billing.quotaHint")}
        figures={[
          [t("billing.included"), count(quota.included)],
          [t("billing.used"), count(quota.used)],
          [t("billing.left"), count(quota.left)],
        ]}
      >
        {quotaShare !== null && (
          <ShareBar percent={quotaShare} words={t("billing.barQuota", { percent: quotaShare })} />
        )}
      </BillingPart>
      <BillingPart
        title={t("billing.gas")}
        hint={t("billing.gasHint")}
        figures={[
          [t("billing.granted"), gas.is_fair_use ? t("billing.fairUse") : usd(gas.granted_usd)],
          [t("billing.used"), usd(gas.used_usd)],
          [t("billing.left"), usd(gas.left_usd)],
          [t("billing.prepaid"), usd(gas.prepaid_usd)],
          [t("billing.blocked"), count(billing.gas_blocked)],
        ]}
      >
        {gasShare !== null && (
          <ShareBar percent={gasShare} words={t("billing.barGas", { percent: gasShare })} />
        )}
      </BillingPart>
      <BillingPart title={t("billing.topUps")} hint={t("billing.topUpsHint")} figures={[]}>
        {billing.top_ups_usd.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {billing.top_ups_usd.map((amount) => (
              <li key={amount} className="txt-compact-small rounded-md border px-2 py-1">
                {usd(amount)}
              </li>
            ))}
          </ul>
        )}
      </BillingPart>
      <Text size="small" className="text-ui-fg-subtle px-6 py-3">
        {t("billing.readAt", { age: formatAge(billing.asked_at, Date.now(), locale) })}
      </Text>
    </>
  )
}
