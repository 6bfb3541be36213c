import { Alert, Button, Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import { type PropsWithChildren, useId } from "react"
import type { OnchainEndpointHealth, OnchainHealthCheck, OnchainHealthResponse } from "../../types/http"
import { apiPath, useRead } from "../ui/api"
import { Age, Figures } from "../ui/facts"
import { LoadFailure } from "../ui/failure"
import { TextLink } from "../ui/links"
import { PAGES } from "../ui/paths"
import { Loading, Muted, Part, Strong, Title } from "../ui/prose"
import { ProviderAnswer } from "../ui/provider-answer"
import { SectionTabs } from "../ui/section-tabs"
import { SEVERITY_COLORS } from "../ui/state-badge"
import { nameOf, type Texts, useTexts } from "../ui/texts"

type FoldedProps = PropsWithChildren<{ title: string; hint?: string; isOpen?: boolean }>

/** Details on demand: what is in order fits one screen of a phone. */
function Folded({ title, hint, isOpen = false, children }: FoldedProps) {
  return (
    <details open={isOpen}>
      <summary className="focus-visible:shadow-borders-focus cursor-pointer px-6 py-4 outline-none">
        <Heading level="h2" className="inline">
          {title}
        </Heading>
      </summary>
      <div className="flex flex-col gap-y-4 pb-4">
        {hint && (
          <div className="px-6">
            <Muted>{hint}</Muted>
          </div>
        )}
        {children}
      </div>
    </details>
  )
}

function EndpointRow({ endpoint }: { endpoint: OnchainEndpointHealth }) {
  const { t } = useTexts()
  const { name, last_success_at, last_failure_at, failures_in_row: count, reason, setting } = endpoint
  return (
    <li className="flex flex-col items-start gap-2 py-3 sm:grid sm:grid-cols-[minmax(0,1fr)_168px_176px] sm:gap-4">
      <div className="min-w-0 max-w-full">
        <Text size="small" weight="plus">
          {nameOf("health.endpoint", name, t)}
        </Text>
        {last_failure_at && (
          <Muted isSmall>
            {t("health.endpoints.failure")} <Age at={last_failure_at} />
            {reason && ` · ${t("field.reason")}: ${reason}`}
            {setting && ` (${setting})`}
          </Muted>
        )}
        <ProviderAnswer answer={endpoint.provider_answer} />
      </div>
      <Muted isSmall>
        {t("health.endpoints.success")}{" "}
        {last_success_at ? <Age at={last_success_at} /> : t("health.endpoints.never")}
      </Muted>
      <StatusBadge color={count > 0 ? "red" : "green"} className="justify-self-start whitespace-nowrap">
        {count > 0 ? t("health.endpoints.failing", { count }) : t("health.endpoints.works")}
      </StatusBadge>
    </li>
  )
}

const REFRESH_MS = 30_000

const ORDER = { error: 0, warning: 1, ok: 2 } as const

/** Every check, the calls of the provider, and counters. */
export function HealthPage() {
  const { t } = useTexts()
  const id = useId()
  const { data, isPending, isError, isFetching, refetch } = useRead<OnchainHealthResponse>(
    apiPath("health"),
    { refreshMs: REFRESH_MS }
  )
  const wrong = data?.checks.filter(({ status }) => status !== "ok") ?? []
  const right = data?.checks.filter(({ status }) => status === "ok") ?? []
  return (
    <div className="flex flex-col gap-y-3">
      <SectionTabs of="settings" />
      <Container className="divide-y p-0">
        <div className="flex items-start justify-between gap-4 px-6 py-4">
          <Title level="h1" text={t("menu.health")} hint={t("health.subtitle")} guide="setup" />
          <Button
            className="shrink-0 whitespace-nowrap"
            size="small"
            variant="secondary"
            isLoading={isFetching}
            onClick={() => void refetch()}
          >
            {t("health.checkAgain")}
          </Button>
        </div>
        {isPending && <Loading label={t("health.checking")} rows={4} />}
        {isError && !data && <LoadFailure text={t("health.failed")} onRetry={() => void refetch()} />}
        {isError && data && (
          <div className="px-6 py-4">
            <Alert variant="error">{t("health.failed")}</Alert>
          </div>
        )}
        {wrong.length > 0 && (
          <section aria-labelledby={id}>
            <Heading level="h2" id={id} className="px-6 pt-4">
              {t("health.attention", { count: wrong.length })}
            </Heading>
            <CheckRows checks={wrong.sort((a, b) => ORDER[a.status] - ORDER[b.status])} />
          </section>
        )}
        {right.length > 0 && (
          <Folded title={t("health.inOrder", { count: right.length })}>
            <CheckRows checks={right} />
          </Folded>
        )}
      </Container>
      {data && <Traffic health={data} />}
    </div>
  )
}

/** Webhooks, the calls that were ever made, those that fail first, and counters. */
function Traffic({ health: { webhooks, endpoints, counters } }: { health: OnchainHealthResponse }) {
  const { t, locale } = useTexts()
  const { last_accepted_at: accepted, last_rejected: rejected } = webhooks
  const made = endpoints
    .filter((one) => one.last_success_at !== null || one.last_failure_at !== null)
    .sort((a, b) => b.failures_in_row - a.failures_in_row)
  const format = new Intl.NumberFormat(locale)
  return (
    <Container className="divide-y p-0">
      <Part
        title={t("menu.webhooks")}
        action={
          <TextLink to={PAGES.webhooks} className="txt-compact-small-plus">
            {t("health.allWebhooks")}
          </TextLink>
        }
      >
        <Figures
          figures={[
            [t("health.waiting"), webhooks.waiting],
            [t("health.dead"), webhooks.dead],
            [t("health.lastAccepted"), accepted ? <Age at={accepted} /> : t("health.never")],
            [t("health.lastRefused"), rejected ? <Age at={rejected.at} /> : t("health.never")],
          ]}
        />
      </Part>
      <Folded
        title={t("health.check.endpoints")}
        hint={t("health.endpoints.hint")}
        isOpen={made.some(({ failures_in_row: count }) => count > 0)}
      >
        <ul className="divide-y px-6">
          {made.map((one) => (
            <EndpointRow key={one.name} endpoint={one} />
          ))}
        </ul>
      </Folded>
      <Folded title={t("health.counters")} hint={t("health.countersHint")}>
        <div className="px-6">
          <Figures
            figures={Object.entries(counters).map(([name, count]) => [
              nameOf("health.counter", name, t),
              format.format(count),
            ])}
          />
        </div>
      </Folded>
    </Container>
  )
}

function CheckRows({ checks }: { checks: OnchainHealthCheck[] }) {
  return (
    <ul className="divide-y">
      {checks.map((check) => (
        <HealthCheckRow key={check.id} check={check} />
      ))}
    </ul>
  )
}

const OPENED = new Map<string, string>([
  ["deposits", PAGES.deposits],
  ["unallocated", PAGES.unmatched],
  ["inbox", `${PAGES.webhooks}?state=dead`],
  ["withdrawals", PAGES.withdrawals],
  ["refunds", PAGES.refunds],
  ["transactions", PAGES.reviewTransactions],
  ["billing", PAGES.billing],
  ["payout_users", PAGES.setup],
])

function HealthCheckRow({ check }: { check: OnchainHealthCheck }) {
  const { t } = useTexts()
  const page = check.status === "ok" ? undefined : OPENED.get(check.id)
  return (
    <li className="flex flex-col gap-2 px-6 py-3 sm:flex-row sm:items-start sm:gap-4">
      <div className="flex w-full shrink-0 items-center justify-between gap-2 sm:w-64">
        <Strong>{checkName(t, check.id)}</Strong>
        <StatusBadge color={SEVERITY_COLORS[check.status]}>{t(`health.status.${check.status}`)}</StatusBadge>
      </div>
      <div className="flex min-w-0 flex-col items-start gap-y-1">
        <Text
          size="small"
          className={check.status === "ok" ? "text-ui-fg-subtle break-words" : "break-words"}
        >
          {check.message}
        </Text>
        {page && (
          <TextLink to={page} className="txt-compact-small-plus">
            {t(`health.page.${check.id}`)}
          </TextLink>
        )}
      </div>
    </li>
  )
}

const ENDPOINT = "endpoint_"
const LIST = "list_"

function checkName(t: Texts["t"], id: string): string {
  if (id.startsWith(ENDPOINT)) return nameOf("health.endpoint", id.slice(ENDPOINT.length), t)
  if (id.startsWith(LIST)) return t("health.check.list")
  return nameOf("health.check", id, t)
}
