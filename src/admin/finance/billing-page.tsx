import { Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainBillingResponse, OnchainBillingWarning } from "../../types/http"
import { apiPath, SLOW_REFRESH_MS, useRead } from "../ui/api"
import { type Figure, Figures } from "../ui/facts"
import { LoadFailure } from "../ui/failure"
import { type Digits, formatAge, formatDecimal, formatFiat, formatInstant, parseDigits } from "../ui/format"
import { RefreshButton } from "../ui/links"
import { Loading, Muted, Part, Title } from "../ui/prose"
import { SectionTabs } from "../ui/section-tabs"
import { nameOf, useTexts } from "../ui/texts"

export function BillingPage() {
  const { t } = useTexts()
  const { data, isPending, isError, isRefetching, refetch } = useRead(apiPath("billing"), {
    select: ({ billing }: OnchainBillingResponse) => billing,
    refreshMs: SLOW_REFRESH_MS,
  })
  return (
    <div className="flex flex-col gap-y-3">
      <SectionTabs of="settings" />
      <Container className="divide-y p-0">
        <div className="flex items-start justify-between gap-x-4 px-6 py-4">
          <Title level="h1" text={t("billing.title")} hint={t("billing.subtitle")} guide="billing" />
          <RefreshButton isBusy={isRefetching} onRefresh={() => void refetch()} />
        </div>
        {isPending && <Loading label={t("detail.loading")} rows={3} />}
        {isError && <LoadFailure text={t("billing.loadFailed")} onRetry={() => void refetch()} />}
        {data && <BillingSummary billing={data} />}
      </Container>
    </div>
  )
}

function BillingSummary({ billing }: { billing: OnchainBillingResponse["billing"] }) {
  const { t, locale } = useTexts()
  const { quota, gas } = billing
  const unknown = t("billing.unknown")
  const usd = (amount: string | null) => (amount === null ? unknown : formatFiat(amount, "usd", locale))
  const count = (value: number | null) => (value === null ? unknown : formatDecimal(String(value), locale))
  const state = billing.state && nameOf("billing.states", billing.state, t)
  const fee = billing.invoice_fee_percent
  const percent = fee && t("billing.percent", { percent: formatDecimal(fee, locale) })
  const plan: (Figure | null)[] = [
    [t("billing.planName"), billing.plan ?? unknown],
    [t("billing.state"), state ?? unknown],
    [t("billing.fee"), percent ?? unknown],
    [t("billing.minimum"), usd(billing.minimum_fee_usd)],
    billing.cycle_ends_at ? [t("billing.cycleEnds"), formatInstant(billing.cycle_ends_at, locale)] : null,
    billing.grace_ends_at ? [t("billing.graceEnds"), formatInstant(billing.grace_ends_at, locale)] : null,
  ]
  return (
    <>
      <WarningList warnings={billing.warnings} />
      <Part title={t("billing.plan")}>
        <Figures figures={plan.flatMap((figure) => (figure ? [figure] : []))} />
      </Part>
      <Part title={t("billing.quota")} hint={t("billing.quotaHint")}>
        <Figures
          figures={[
            [t("billing.included"), count(quota.included)],
            [t("billing.used"), count(quota.used)],
            [t("billing.left"), count(quota.left)],
          ]}
        />
        <ShareBar used={quota.used} whole={quota.included} name="billing.barQuota" />
      </Part>
      <Part title={t("billing.gas")} hint={t("billing.gasHint")}>
        <Figures
          figures={[
            [t("billing.granted"), gas.is_fair_use ? t("billing.fairUse") : usd(gas.granted_usd)],
            [t("billing.used"), usd(gas.used_usd)],
            [t("billing.left"), usd(gas.left_usd)],
            [t("billing.prepaid"), usd(gas.prepaid_usd)],
            [t("billing.blocked"), count(billing.gas_blocked)],
          ]}
        />
        <ShareBar used={gas.used_usd} whole={gas.granted_usd} name="billing.barGas" />
      </Part>
      <Part title={t("billing.topUps")} hint={t("billing.topUpsHint")}>
        {billing.top_ups_usd.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {billing.top_ups_usd.map((amount) => (
              <li key={amount} className="txt-compact-small rounded-md border px-2 py-1">
                {usd(amount)}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Text size="small" className="text-ui-fg-subtle px-6 py-3">
        {t("billing.readAt", { age: formatAge(billing.asked_at, Date.now(), locale) })}
      </Text>
    </>
  )
}

type Amount = string | number | null

/** A bar with its figure in words, so that the colour says nothing alone. */
function ShareBar({ used, whole, name }: { used: Amount; whole: Amount; name: string }) {
  const { t } = useTexts()
  const percent = shareUsed(used, whole)
  if (percent === null) return null
  const words = t(name, { percent })
  return (
    <div className="flex flex-col gap-y-1">
      <div
        className="bg-ui-bg-component h-2 overflow-hidden rounded-full border"
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-label={words}
      >
        <div className="bg-ui-bg-interactive h-full" style={{ width: `${percent}%` }} />
      </div>
      <Muted>{words}</Muted>
    </div>
  )
}

const COLORS = { warning: "orange", error: "red" } as const

function WarningList({ warnings }: { warnings: OnchainBillingWarning[] }) {
  const { t } = useTexts()
  const id = useId()
  if (warnings.length === 0) {
    return (
      <Text size="small" className="px-6 py-4">
        {t("billing.allWell")}
      </Text>
    )
  }
  return (
    <section aria-labelledby={id}>
      <Heading level="h2" id={id} className="px-6 pt-4">
        {t("billing.attention")}
      </Heading>
      <ul className="divide-y">
        {warnings.map((warning) => (
          <li key={warning.id} className="flex items-start gap-x-4 px-6 py-3">
            <StatusBadge color={COLORS[warning.severity]} className="whitespace-nowrap">
              {t(`billing.severity.${warning.severity}`)}
            </StatusBadge>
            <Text size="small" className="min-w-0 break-words">
              {warning.message}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * How much of a whole is used, in whole percent, rounded down and at most 100.
 *
 * @returns null when either is unknown, or when there is no whole
 */
function shareUsed(used: Amount, whole: Amount): number | null {
  const [part, all] = [used, whole].map((amount) => (amount === null ? null : parseDigits(String(amount))))
  if (!part || !all || all.digits === 0n) return null
  const scale = Math.max(part.scale, all.scale)
  const widen = ({ digits, scale: own }: Digits) => digits * 10n ** BigInt(scale - own)
  const percent = (widen(part) * 100n) / widen(all)
  return Number(percent > 100n ? 100n : percent)
}
