import { Alert, Button, Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainHealthCheck, OnchainHealthResponse, OnchainPayoutUser } from "../../types/http"
import { apiPath, useRead } from "../ui/api"
import type { Figure } from "../ui/facts"
import { Age, Copyable, Figures } from "../ui/facts"
import { TextLink } from "../ui/links"
import { Loading, Muted, Part, Strong, Title } from "../ui/prose"
import { useTexts, type Texts } from "../ui/texts"
import { EndpointSummary, endpointName } from "./endpoint-summary"
import { ProbePart } from "./probe-part"
import { health as words } from "./words"
import { PAGES } from "../ui/paths"

const REFRESH_MS = 30_000

export function HealthPage() {
  const { t } = useTexts()
  const { data, isPending, isError, isFetching, refetch } = useRead<OnchainHealthResponse>({
    key: ["onchain", "health"],
    path: apiPath("health"),
    refreshMs: REFRESH_MS,
  })
  return (
    <Container className="divide-y p-0">
      <div className="flex items-start justify-between gap-4 px-6 py-4">
        <Title
          level="h1"
          text={t("health.title")}
          hint={t(data?.environment === "sandbox" ? "health.sandbox" : "health.subtitle")}
        />
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
      {isError && (
        <div className="px-6 py-4">
          <Alert variant="error">{t("health.failed")}</Alert>
        </div>
      )}
      {data && <HealthCheckList checks={data.checks} />}
      {data && <EndpointSummary endpoints={data.endpoints} />}
      {data && <PayoutUsers users={data.payout_users} />}
      {data && <WebhookSummary webhooks={data.webhooks} />}
      {data && <ProbePart environment={data.environment} />}
      {data && <CounterSummary counters={data.counters} />}
    </Container>
  )
}

const ORDER = { error: 0, warning: 1, ok: 2 } as const

function HealthCheckList({ checks }: { checks: OnchainHealthCheck[] }) {
  const { t } = useTexts()
  const wrong = checks.filter(({ status }) => status !== "ok")
  const right = checks.filter(({ status }) => status === "ok")
  return (
    <>
      {wrong.length > 0 && (
        <CheckGroup
          title={t("health.attention", { count: wrong.length })}
          checks={[...wrong].sort((a, b) => ORDER[a.status] - ORDER[b.status])}
        />
      )}
      {right.length > 0 && <CheckGroup title={t("health.inOrder", { count: right.length })} checks={right} />}
    </>
  )
}

function CheckGroup({ title, checks }: { title: string; checks: OnchainHealthCheck[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Heading level="h2" id={id} className="px-6 pt-4">
        {title}
      </Heading>
      <ul className="divide-y">
        {checks.map((check) => (
          <HealthCheckRow key={check.id} check={check} />
        ))}
      </ul>
    </section>
  )
}

const COLORS = { ok: "green", warning: "orange", error: "red" } as const

const PAGE_OF = new Map([
  ["deposits", PAGES.deposits],
  ["unallocated", PAGES.unmatched],
  ["inbox", PAGES.webhooks],
  ["withdrawals", PAGES.withdrawals],
  ["refunds", PAGES.refunds],
  ["billing", PAGES.billing],
])

function HealthCheckRow({ check }: { check: OnchainHealthCheck }) {
  const { t } = useTexts()
  const page = check.status === "ok" ? undefined : PAGE_OF.get(check.id)
  return (
    <li className="flex flex-col gap-2 px-6 py-3 sm:flex-row sm:items-start sm:gap-4">
      <div className="flex w-full shrink-0 items-center justify-between gap-2 sm:w-64">
        <Strong>{checkName(t, check.id)}</Strong>
        <StatusBadge color={COLORS[check.status]}>{t(`health.status.${check.status}`)}</StatusBadge>
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

/** A check of a later version is shown by its own name. */
function checkName(t: Texts["t"], id: string): string {
  if (id.startsWith(ENDPOINT)) return endpointName(t, id.slice(ENDPOINT.length))
  if (id.startsWith(LIST)) return t("health.check.list")
  return Object.hasOwn(words.health.check, id) ? t(`health.check.${id}`) : id
}

function PayoutUsers({ users }: { users: OnchainPayoutUser[] }) {
  const { t, locale } = useTexts()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })
  return (
    <Part title={t("health.users.title")} hint={t("health.users.hint")}>
      <ul className="divide-y">
        {users.map((user) => (
          <li
            key={user.id}
            className="flex flex-col items-start gap-2 py-3 sm:grid sm:grid-cols-[minmax(0,1fr)_168px_128px] sm:items-center sm:gap-4"
          >
            <div className="min-w-0 max-w-full">
              <Text size="small" weight="plus" className="break-words">
                {user.email}
              </Text>
              <Muted isSmall>
                {t("health.users.since", { date: format.format(new Date(user.created_at)) })}
              </Muted>
              {user.is_email_unusual && (
                <Text size="xsmall" className="text-ui-fg-error break-words">
                  {t("health.users.unusual")}
                </Text>
              )}
            </div>
            <Copyable value={user.id} name={t("health.users.idOf", { email: user.email })} />
            <StatusBadge color={user.is_allowed ? "green" : "grey"}>
              {t(user.is_allowed ? "health.users.allowed" : "health.users.notAllowed")}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function WebhookSummary({ webhooks }: { webhooks: OnchainHealthResponse["webhooks"] }) {
  const { t } = useTexts()
  const { last_accepted_at: accepted, last_rejected: rejected } = webhooks
  const rows: Figure[] = [
    [t("health.waiting"), webhooks.waiting],
    [t("health.dead"), webhooks.dead],
    [t("health.lastAccepted"), accepted ? <Age at={accepted} /> : t("health.never")],
    [t("health.lastRefused"), rejected ? <Age at={rejected.at} /> : t("health.never")],
  ]
  return (
    <Part
      title={t("health.webhooks")}
      action={
        <TextLink to={PAGES.webhooks} className="txt-compact-small-plus">
          {t("health.allWebhooks")}
        </TextLink>
      }
    >
      <Figures figures={rows} />
    </Part>
  )
}

/** A counter without words is shown by its own name. */
function CounterSummary({ counters }: { counters: Record<string, number> }) {
  const { t, locale } = useTexts()
  const format = new Intl.NumberFormat(locale)
  const nameOf = (name: string) =>
    Object.hasOwn(words.health.counter, name) ? t(`health.counter.${name}`) : name
  return (
    <Part title={t("health.counters")} hint={t("health.countersHint")}>
      <Figures
        figures={Object.entries(counters).map(([name, count]) => [nameOf(name), format.format(count)])}
      />
    </Part>
  )
}
