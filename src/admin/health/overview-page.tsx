import { CheckCircleSolid, ExclamationCircleSolid, InformationCircleSolid } from "@medusajs/icons"
import { Button, Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import { useId } from "react"
import { Link } from "react-router-dom"
import type {
  OnchainAttention,
  OnchainAttentionItem,
  OnchainAttentionSeverity,
  OnchainOverviewBalance,
  OnchainOverviewBalances,
  OnchainOverviewHealth,
  OnchainOverviewResponse,
} from "../../types/http"
import { apiPath, SLOW_REFRESH_MS, useRead } from "../ui/api"
import { Age } from "../ui/facts"
import { LoadFailure } from "../ui/failure"
import { formatFiat, formatTokens, parseDigits } from "../ui/format"
import { RefreshButton, TextLink } from "../ui/links"
import { orderName } from "../ui/names"
import { PAGES } from "../ui/paths"
import { Dotted, EmptyState, Loading, Muted, Part, Strong, Title } from "../ui/prose"
import { Waiting } from "../ui/section-tabs"
import { SEVERITY_COLORS } from "../ui/state-badge"
import { type Texts, useTexts } from "../ui/texts"
import { bySeverity, kindsOf, listOf, pathOfItem, shownCount } from "./attention"
import { ReceivedPart } from "./received-part"
import { SetupSteps, useSetup } from "./setup-step"

function BalancesPart({ balances: given }: { balances: OnchainOverviewBalances }) {
  const { t, locale } = useTexts()
  const { balances, problem, fiat_total: total, currency_code: currency, is_complete: isComplete } = given
  return (
    <Container className="p-0">
      <Part
        title={t("overview.balances")}
        hint={total === null ? undefined : t("overview.balancesHint")}
        action={
          <TextLink to={PAGES.balances} className="txt-compact-small-plus shrink-0">
            {t("menu.balances")}
          </TextLink>
        }
      >
        {total !== null && (
          <Text size="xlarge" weight="plus" className="tabular-nums">
            <bdi>{formatFiat(total, currency, locale)}</bdi>
          </Text>
        )}
        {problem && <Muted>{t(`overview.balancesProblem.${problem}`)}</Muted>}
        {balances?.length === 0 && <Muted>{t("balances.none")}</Muted>}
        {balances && balances.length > 0 && (
          <ul className="-mx-6 divide-y border-t">
            {balances.map((one) => (
              <Balance
                key={`${one.network_id} ${one.token} ${one.canonical_asset_id}`}
                balance={one}
                currency={currency}
              />
            ))}
          </ul>
        )}
        {balances && !isComplete && <Muted isSmall>{t("overview.balancesPartly")}</Muted>}
      </Part>
    </Container>
  )
}

function Balance({ balance, currency }: { balance: OnchainOverviewBalance; currency: string }) {
  const { t, locale } = useTexts()
  const { token, network_name: network, available, on_its_way: leaving, fiat_amount: fiat, problem } = balance
  const isLeaving = (parseDigits(leaving)?.digits ?? 0n) > 0n
  return (
    <li className="flex items-start justify-between gap-x-4 px-6 py-3">
      <div className="min-w-0">
        <Text size="small" leading="compact" weight="plus" className="break-words">
          <bdi>{token}</bdi>
        </Text>
        <Muted isSmall>
          <bdi>{network}</bdi>
        </Muted>
      </div>
      <div className="min-w-0 text-end">
        <Text size="small" leading="compact" className="break-words tabular-nums">
          <bdi>{formatTokens(available, token, locale)}</bdi>
        </Text>
        <Muted isSmall>
          {fiat !== null ? (
            <bdi>{formatFiat(fiat, currency, locale)}</bdi>
          ) : (
            problem && t(`overview.noValue.${problem}`)
          )}
          {isLeaving && ` · ${t("overview.onItsWay", { amount: formatTokens(leaving, token, locale) })}`}
        </Muted>
      </div>
    </li>
  )
}

const NothingIcon = () => <CheckCircleSolid className="text-ui-tag-green-icon" />

/** One list over all queues. */
function NeedsYou({ attention }: { attention: OnchainAttention }) {
  const { t } = useTexts()
  const { items, total, is_count_exact: isExact } = attention
  if (total === 0)
    return <EmptyState icon={NothingIcon} heading={t("overview.nothing")} hint={t("overview.nothingHint")} />
  return (
    <Part title={t("overview.needsYou")} action={<Waiting count={total} isExact={isExact} />}>
      {bySeverity(items).map(([severity, some]) => (
        <SeverityGroup key={severity} severity={severity} items={some} />
      ))}
      {total > items.length && <Lists attention={attention} />}
    </Part>
  )
}

type SeverityGroupProps = { severity: OnchainAttentionSeverity; items: OnchainAttentionItem[] }

function SeverityGroup({ severity, items }: SeverityGroupProps) {
  const { t } = useTexts()
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-y-2">
      <Text as="div" id={id} role="heading" aria-level={3} size="small" className="text-ui-fg-subtle">
        {t(`attention.severity.${severity}`)}
      </Text>
      <ul className="-mx-6 divide-y border-y">
        {items.map((item) => (
          <li key={`${item.kind} ${item.subject_id}`}>
            <Item item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const ICONS = {
  error: [ExclamationCircleSolid, "text-ui-tag-red-icon"],
  warning: [ExclamationCircleSolid, "text-ui-tag-orange-icon"],
  info: [InformationCircleSolid, "text-ui-tag-blue-icon"],
} as const satisfies Record<OnchainAttentionSeverity, readonly unknown[]>

function Item({ item }: { item: OnchainAttentionItem }) {
  const { t, texts } = useTexts()
  const [Icon, color] = ICONS[item.severity]
  return (
    <Link
      to={pathOfItem(item)}
      className="hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus transition-fg flex items-start gap-x-3 px-6 py-3 outline-none"
    >
      <Icon className={`${color} mt-0.5 shrink-0`} aria-hidden />
      <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <span className="min-w-0">
          <Strong>{t(`attention.kind.${item.kind}`)}</Strong>
          <Text size="small" leading="compact" className="text-ui-fg-subtle truncate">
            <Dotted parts={subjectOf(item, texts)} />
          </Text>
        </span>
        <span className="[overflow-wrap:anywhere] sm:max-w-64 sm:text-end">
          <Text size="small" leading="compact" className="tabular-nums">
            <bdi>{amountOf(item, texts)}</bdi>
          </Text>
          <Muted isSmall>
            <Age at={item.since} />
          </Muted>
        </span>
      </span>
    </Link>
  )
}

/** Whose it is and where it came from. */
function subjectOf(
  { order, customer_email, network_name, kind, reason }: OnchainAttentionItem,
  { t }: Texts
) {
  const event = kind === "dead_webhook" && reason !== null ? t("overview.event", { name: reason }) : null
  return [order && orderName(order, t), customer_email, network_name, event].filter((part) => part !== null)
}

function amountOf(item: OnchainAttentionItem, { locale }: Texts): string | null {
  const { amount, token, fiat_amount: fiat, currency_code: currency } = item
  if (amount !== null) return formatTokens(amount, token ?? "", locale).trim()
  return fiat !== null && currency !== null ? formatFiat(fiat, currency, locale) : null
}

/** The lists that hold what does not fit. */
function Lists({ attention: { counts, is_count_exact: isExact } }: { attention: OnchainAttention }) {
  const { t, texts } = useTexts()
  return (
    <nav aria-label={t("overview.all")} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Muted>{t("overview.all")}</Muted>
      {kindsOf(counts).map((kind) => {
        const count = counts[kind]
        return (
          <TextLink key={kind} to={listOf(kind)} className="txt-compact-small">
            {t(`attention.count.${kind}`, { count, shown: shownCount(count, isExact, texts) })}
          </TextLink>
        )
      })}
    </nav>
  )
}

export function OverviewPage() {
  const { t } = useTexts()
  const { data, isPending, isError, isFetching, refetch } = useRead<OnchainOverviewResponse>(
    apiPath("overview"),
    { refreshMs: SLOW_REFRESH_MS }
  )
  const isRed = data?.health.status === "error"
  return (
    <div className="flex flex-col gap-y-3">
      <Container className="divide-y p-0">
        <div className="flex items-start justify-between gap-4 px-6 py-4">
          <Title level="h1" text={t("menu.overview")} hint={t("overview.subtitle")} guide="overview" />
          <RefreshButton isBusy={isFetching} onRefresh={() => void refetch()} />
        </div>
        {isPending && <Loading label={t("detail.loading")} rows={6} />}
        {isError && !data && <LoadFailure text={t("overview.loadFailed")} onRetry={() => void refetch()} />}
        {isRed && data && <HealthPart health={data.health} />}
        {data && (!data.is_empty || data.attention.total > 0) && <NeedsYou attention={data.attention} />}
        {data?.is_empty && data.attention.total === 0 && <FirstSteps />}
      </Container>
      {data?.received && !data.is_empty && <ReceivedPart received={data.received} />}
      {data?.balances && !data.is_empty && <BalancesPart balances={data.balances} />}
      {data && !isRed && (
        <Container className="p-0">
          <HealthPart health={data.health} />
        </Container>
      )}
    </div>
  )
}

function HealthPart({ health }: { health: OnchainOverviewHealth }) {
  const { t } = useTexts()
  const { status, check, problem_count: count, checked_at: at } = health
  const others = count - 1
  return (
    <Part
      title={t("menu.health")}
      action={
        <TextLink to={PAGES.health} className="txt-compact-small-plus shrink-0">
          {t("overview.openHealth")}
        </TextLink>
      }
    >
      <div className="flex flex-col items-start gap-2 sm:flex-row">
        <StatusBadge color={status ? SEVERITY_COLORS[status] : "grey"} className="shrink-0 whitespace-nowrap">
          {status ? t(`health.status.${status}`) : t("detail.unknown")}
        </StatusBadge>
        <Text size="small" className="min-w-0 break-words">
          {check ? <bdi>{check.message}</bdi> : t(status ? "overview.healthy" : "overview.unchecked")}
          {others > 0 && ` ${t("overview.moreProblems", { count: others })}`}
        </Text>
        {at && (
          <span className="shrink-0 sm:ms-auto">
            <Muted>
              {t("overview.checked")} <Age at={at} />
            </Muted>
          </span>
        )}
      </div>
    </Part>
  )
}

/** For a store that never had a payment: what is left to do before shoppers can pay. */
function FirstSteps() {
  const { t } = useTexts()
  const { data, isError, refetch } = useSetup()
  if (isError && !data) return <LoadFailure text={t("setup.loadFailed")} onRetry={() => void refetch()} />
  if (!data) return <Loading label={t("setup.loading")} rows={3} />
  const { setup } = data
  const open = setup.steps.filter(({ state }) => state === "todo" || state === "problem")
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4 px-6 py-4">
        <div>
          <Heading level="h2">{t("overview.setup")}</Heading>
          <Muted>
            {setup.steps_left > 0
              ? t("overview.stepsLeft", { count: setup.steps_left })
              : t("overview.setupDone")}
          </Muted>
        </div>
        <Button size="small" variant="secondary" asChild>
          <Link to={PAGES.setup}>{t("overview.openSetup")}</Link>
        </Button>
      </div>
      {open.length > 0 && <SetupSteps setup={setup} steps={open} />}
    </>
  )
}
