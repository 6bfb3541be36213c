import { Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"
import type { OnchainBillingResponse, OnchainBillingWarning, OnchainPlanPrice } from "../../types/http"
import { apiPath, SLOW_REFRESH_MS, useRead } from "../ui/api"
import { type Figure, Figures } from "../ui/facts"
import { LoadFailure } from "../ui/failure"
import {
  atOneScale,
  decimalDifference,
  formatAge,
  formatDecimal,
  formatFiat,
  formatInstant,
  parseDigits,
} from "../ui/format"
import { RefreshButton } from "../ui/links"
import { Loading, Muted, Part, Title } from "../ui/prose"
import { SectionTabs } from "../ui/section-tabs"
import { SEVERITY_COLORS } from "../ui/state-badge"
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

type Billing = OnchainBillingResponse["billing"]
type BillingProps = { billing: Billing }

function BillingSummary({ billing }: BillingProps) {
  const { t, locale } = useTexts()
  const { top_ups } = billing
  return (
    <>
      <WarningList warnings={billing.warnings} />
      <PlanPart billing={billing} />
      <PayoutsPart billing={billing} />
      <GasPart billing={billing} />
      <Part title={t("billing.topUps")} hint={t("billing.topUpsHint")}>
        {top_ups.amounts_usd.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {top_ups.amounts_usd.map((amount) => (
              <li key={amount} className="txt-compact-small rounded-md border px-2 py-1">
                {formatFiat(amount, "usd", locale)}
              </li>
            ))}
          </ul>
        )}
        {top_ups.source === "list" && <Muted isSmall>{t("billing.listPrice")}</Muted>}
      </Part>
      <Text size="small" className="text-ui-fg-subtle px-6 py-3">
        {t("billing.readAt", { age: formatAge(billing.asked_at, Date.now(), locale) })}
      </Text>
    </>
  )
}

function PlanPart({ billing }: BillingProps) {
  const { t, locale } = useTexts()
  const { plan, state, prices } = billing
  const isPastDue = billing.grace_ends_at !== null
  const date = (name: string, at: string | null): Figure[] =>
    at === null ? [] : [[t(`billing.${name}`), formatInstant(at, locale)]]
  const figures: Figure[] = [
    [t("billing.plan"), plan ?? t("detail.unknown")],
    [t("billing.state"), state === null ? t("detail.unknown") : nameOf("billing.states", state, t)],
    ...date("renewal", billing.renewal_at),
    ...date(isPastDue ? "cycleEnded" : "cycleEnds", billing.cycle_ends_at),
    ...date("graceEnds", billing.grace_ends_at),
  ]
  return (
    <Part title={t("billing.plan")} hint={isPastDue ? t("billing.graceHint") : undefined}>
      <Figures figures={figures} />
      <Figures
        figures={[
          [t("billing.monthly"), <Price key="monthly" price={prices.monthly_usd} />],
          [t("billing.fee"), <Price key="fee" price={prices.invoice_fee_percent} unit="percent" />],
          [t("billing.minimum"), <Price key="minimum" price={prices.minimum_fee_usd} />],
          [t("billing.dashboardFee"), <Price key="dashboard" price={prices.dashboard_fee_usd} />],
        ]}
      />
    </Part>
  )
}

function PayoutsPart({ billing: { quota, prices } }: BillingProps) {
  const { t, locale } = useTexts()
  const count = (value: number | null) =>
    value === null ? t("detail.unknown") : formatDecimal(String(value), locale)
  const percent = shareOf(quota.used, quota.included)
  const words = t("billing.barQuota", { percent: percent ?? 0 })
  return (
    <Part title={t("menu.payouts")} hint={t(`billing.quotaHint.${quotaState(quota, prices)}`)}>
      <Figures
        figures={[
          [t("billing.included"), <Price key="included" price={prices.included_payouts} unit="count" />],
          [t("billing.used"), count(quota.used)],
          [t("billing.left"), count(quota.left)],
          [t("billing.payoutFee"), <Price key="payout" price={prices.payout_fee_usd} />],
        ]}
      />
      {percent !== null && (
        <div className="flex flex-col gap-y-1">
          <Bar percent={percent} name={t("menu.payouts")} words={words} />
          <Muted>{words}</Muted>
        </div>
      )}
    </Part>
  )
}

/** Free includes none, and its fee is charged from the first payout on. */
function quotaState({ left }: Billing["quota"], { included_payouts: included }: Billing["prices"]): string {
  if (included?.value === "0") return "none"
  return left === 0 ? "used" : "left"
}

function GasPart({ billing }: BillingProps) {
  const { t, locale } = useTexts()
  const { gas, prices, cycle_ends_at, grace_ends_at, gas_blocked, top_ups } = billing
  const usd = (amount: string) => formatFiat(amount, "usd", locale)
  // While past due, the included credit is renewed by a payment.
  const resets =
    cycle_ends_at &&
    grace_ends_at === null &&
    t("billing.resets", { at: formatInstant(cycle_ends_at, locale) })
  const [granted, used] = [gas.granted_usd, gas.used_usd]
  const grantedText = <Price price={prices.included_gas_usd} />
  const balance =
    granted !== null && used !== null ? t("billing.usedOf", { used: usd(used), granted: usd(granted) }) : null
  const left = gas.left_usd !== null && t("billing.leftSum", { left: usd(gas.left_usd) })
  // A balance has no whole: the largest pack gives the bar its scale.
  const scale = [...top_ups.amounts_usd, gas.prepaid_usd ?? "0"].reduce(larger)
  return (
    <Part title={t("billing.gas")} hint={t("billing.gasHint")}>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Credit
          name={t("billing.includedCredit")}
          balance={balance ?? grantedText}
          percent={shareOf(used, granted)}
          words={balance ?? ""}
          notes={[left, resets]}
        />
        <Credit
          name={t("billing.prepaidCredit")}
          balance={gas.prepaid_usd === null ? t("detail.unknown") : usd(gas.prepaid_usd)}
          percent={shareOf(gas.prepaid_usd, scale)}
          words={gas.prepaid_usd === null ? "" : usd(gas.prepaid_usd)}
          notes={[t("billing.prepaidHint")]}
        />
      </div>
      <Figures
        figures={[
          [
            t("withdrawals.blocked"),
            gas_blocked === null ? t("detail.unknown") : formatDecimal(String(gas_blocked), locale),
          ],
        ]}
      />
    </Part>
  )
}

type CreditProps = {
  name: string
  balance: ReactNode
  percent: number | null
  /** The bar for a screen reader. */
  words: string
  notes: (string | false | null)[]
}

/** The included credit fills with what is used, as the quota does; prepaid credit is a balance. */
function Credit({ name, balance, percent, words, notes }: CreditProps) {
  const note = notes.filter(Boolean).join(" · ")
  return (
    <div className="flex min-w-0 flex-col gap-y-1">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <Muted isSmall>{name}</Muted>
        <Text as="div" weight="plus" size="small">
          {balance}
        </Text>
      </div>
      {percent !== null && <Bar percent={percent} name={name} words={words} />}
      {note && <Muted isSmall>{note}</Muted>}
    </div>
  )
}

type PriceProps = { price: OnchainPlanPrice | null; unit?: "usd" | "percent" | "count" }

/** A figure of the plan, marked where it is from the price list. What is negotiated has no list price. */
function Price({ price, unit = "usd" }: PriceProps) {
  const { t, locale } = useTexts()
  if (price === null) return <>{t("detail.unknown")}</>
  const show = (value: string) => {
    if (parseDigits(value) === null)
      return nameOf("billing.words", value.toLowerCase().replace(/[ -]/g, "_"), t)
    if (unit === "usd") return formatFiat(value, "usd", locale)
    const digits = formatDecimal(value, locale)
    return unit === "count" ? digits : t("billing.percent", { percent: digits })
  }
  const least = price.value === null ? t("billing.words.custom") : show(price.value)
  return (
    <>
      {price.up_to === null ? least : `${least} – ${show(price.up_to)}`}
      {price.source === "list" && price.value !== null && <Muted isSmall>{t("billing.listPrice")}</Muted>}
    </>
  )
}

/** The words beside it say the same, so that the colour says nothing alone. */
function Bar({ percent, name, words }: { percent: number; name: string; words: string }) {
  return (
    <div
      className="bg-ui-bg-component h-2 overflow-hidden rounded-full border"
      role="meter"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={words}
      aria-label={name}
    >
      <div className="bg-ui-bg-interactive h-full" style={{ width: `${percent}%` }} />
    </div>
  )
}

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
            <StatusBadge color={SEVERITY_COLORS[warning.severity]} className="shrink-0 whitespace-nowrap">
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

type Amount = string | number | null

const larger = (a: string, b: string) => (decimalDifference(a, b)?.sign === -1 ? b : a)

/** A share of a whole, in whole percent, rounded down and at most 100; null when either is unknown, or without a whole. */
function shareOf(share: Amount, whole: Amount): number | null {
  const [part, all] = [share, whole].map((amount) => (amount === null ? null : parseDigits(String(amount))))
  if (!part || !all || all.digits === 0n) return null
  const [own = 0n, total = 1n] = atOneScale([part, all]).digits
  const percent = (own * 100n) / total
  return Number(percent > 100n ? 100n : percent)
}
