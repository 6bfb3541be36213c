import { TriangleRightMini } from "@medusajs/icons"
import { Alert, Badge, Button, Container, StatusBadge, Text } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import type { PropsWithChildren, ReactNode } from "react"
import type {
  OnchainEffectiveOption,
  OnchainHealthResponse,
  OnchainPayoutUser,
  OnchainProbe,
  OnchainSetup,
  OnchainSetupCurrency,
} from "../../types/http"
import { sdk } from "../lib/sdk"
import { apiPath } from "../ui/api"
import { Copyable } from "../ui/facts"
import { LoadFailure } from "../ui/failure"
import { formatDecimal } from "../ui/format"
import { RefreshButton, TextLink } from "../ui/links"
import { PAGES } from "../ui/paths"
import { Loading, Muted, Part, Strong, Title } from "../ui/prose"
import { SectionTabs } from "../ui/section-tabs"
import { nameOf, useTexts } from "../ui/texts"
import { SetupSteps, useSetup } from "./setup-step"

/** Compares the service with the settings of this store, when an operator asks for it. */
function ProbePart({ environment }: { environment: OnchainHealthResponse["environment"] }) {
  const { t } = useTexts()
  const run = useMutation<OnchainHealthResponse>({
    mutationFn: () => sdk.client.fetch(apiPath("health"), { query: { probe: true } }),
  })
  return (
    <Part
      title={t("health.probe.title")}
      hint={t(environment === "sandbox" ? "health.probe.sandbox" : "health.probe.live")}
      action={
        <Button
          className="shrink-0 whitespace-nowrap"
          size="small"
          variant="secondary"
          isLoading={run.isPending}
          onClick={() => run.mutate()}
        >
          {t("health.probe.run")}
        </Button>
      }
    >
      {run.isError && <Alert variant="error">{t("health.probe.failed")}</Alert>}
      {run.data?.probe && <ProbeResult probe={run.data.probe} />}
    </Part>
  )
}

function ProbeResult({ probe }: { probe: OnchainProbe }) {
  const { t } = useTexts()
  const broken = probe.endpoints.filter(({ ok }) => !ok)
  const isFine = broken.length === 0 && probe.proposals.length === 0 && probe.unknown.length === 0
  return (
    <div aria-live="polite" className="flex flex-col gap-y-4">
      {!probe.is_reached && <Alert variant="error">{t("health.probe.unreachable")}</Alert>}
      {probe.is_reached && isFine && <Alert variant="success">{t("health.probe.fine")}</Alert>}
      {broken.length > 0 && (
        <Rows
          title={t("health.probe.broken")}
          rows={broken.map(({ endpoint, http_status, reason }) => [
            endpoint,
            reason,
            String(http_status ?? "–"),
          ])}
        />
      )}
      {probe.proposals.length > 0 && (
        <>
          <Rows
            title={t("health.probe.proposals")}
            rows={probe.proposals.map(({ setting, value, because }) => [
              `${setting} = ${JSON.stringify(value)}`,
              because,
            ])}
          />
          <Copyable value={JSON.stringify(probe.assumptions, null, 2)} name={t("health.probe.option")} />
        </>
      )}
      {probe.unknown.length > 0 && (
        <Rows
          title={t("health.probe.unknown")}
          rows={probe.unknown.map(({ setting, because }) => [setting, because])}
        />
      )}
      <Muted isSmall>
        {t("health.probe.counts", { calls: probe.endpoints.length, notSeen: probe.not_seen.length })}
      </Muted>
    </div>
  )
}

type Row = readonly [name: string, text: string | null, badge?: string]

function Rows({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <div className="flex flex-col gap-y-2">
      <Strong>{title}</Strong>
      <ul className="divide-y">
        {rows.map(([name, text, badge]) => (
          <li key={`${name} ${text}`} className="flex items-start justify-between gap-4 py-2">
            <div className="min-w-0">
              <Text size="small" className="break-words font-mono [font-variant-ligatures:none]">
                {name}
              </Text>
              {text !== null && <Muted isSmall>{text}</Muted>}
            </div>
            {badge && <StatusBadge color="red">{badge}</StatusBadge>}
          </li>
        ))}
      </ul>
    </div>
  )
}

type UsersProps = { users: OnchainPayoutUser[]; approval: OnchainSetup["payouts"]["approval"] }

/** Users with the ids that the option takes. Emails do not work there, because an invite can use any. */
function PayoutUsersPart({ users, approval }: UsersProps) {
  const { t, locale } = useTexts()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })
  const hint = [t("setup.users.hint"), approval === "second_user" ? t("setup.users.approval") : ""].join(" ")
  return (
    <Container className="scroll-mt-4 p-0" id="payout-users">
      <Part title={t("setup.step.payout_users")} hint={hint.trim()}>
        <ul className="divide-y">
          {users.map((user) => (
            <li
              key={user.id}
              className="flex flex-col items-start gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid sm:grid-cols-[minmax(0,1fr)_180px_96px] sm:items-center sm:gap-x-4"
            >
              <div className="min-w-0 max-w-full">
                <Strong>{user.email}</Strong>
                <Muted isSmall>
                  {t("setup.users.since", { date: format.format(new Date(user.created_at)) })}
                </Muted>
                {user.is_email_unusual && (
                  <Text size="xsmall" className="text-ui-fg-error break-words">
                    {t("setup.users.unusual")}
                  </Text>
                )}
              </div>
              <Copyable value={user.id} name={t("setup.users.idOf", { email: user.email })} />
              <StatusBadge color={user.is_allowed ? "green" : "grey"} className="whitespace-nowrap">
                {t(user.is_allowed ? "setup.users.allowed" : "setup.users.notAllowed")}
              </StatusBadge>
            </li>
          ))}
        </ul>
      </Part>
    </Container>
  )
}

type NamedRow = readonly [name: string, detail: string, value: ReactNode]

function NamedRows({ rows }: { rows: NamedRow[] }) {
  return (
    <ul className="divide-y">
      {rows.map(([name, detail, value]) => (
        <li key={`${name} ${detail}`} className="flex items-baseline justify-between gap-x-4 py-2">
          <span className="txt-compact-small min-w-0 break-words">
            {name} <span className="text-ui-fg-subtle">{detail}</span>
          </span>
          <span className="txt-compact-small text-end tabular-nums">{value}</span>
        </li>
      ))}
    </ul>
  )
}

/** One currency is open; several are folded, each with how many of its tokens have a price. */
function CurrencyPrices({ currency: { code, regions, rails } }: { currency: OnchainSetupCurrency }) {
  const { t, locale } = useTexts()
  const priced = rails.filter(({ price }) => price !== null).length
  const shown = (price: string) => `${formatDecimal(price, locale)} ${code.toUpperCase()} `
  return (
    <Fold
      summary={`${code.toUpperCase()} · ${regions.join(", ")}`}
      note={t("setup.prices.summary", { count: rails.length, priced })}
    >
      <NamedRows
        rows={rails.map(({ token, network_name, price, source, reason }) => [
          token,
          network_name,
          <span className="whitespace-nowrap">
            {price !== null && shown(price)}
            <span className="text-ui-fg-subtle">
              {price !== null
                ? source
                : reason === null
                  ? t("detail.unknown")
                  : nameOf("setup.prices.reason", reason, t)}
            </span>
          </span>,
        ])}
      />
    </Fold>
  )
}

function OptionsPart({ options }: { options: OnchainEffectiveOption[] }) {
  const { t } = useTexts()
  return (
    <Container className="p-0">
      <Part title={t("setup.options.title")} hint={t("setup.options.hint")}>
        <Fold summary={t("setup.options.show", { count: options.length })}>
          <dl className="divide-y">
            {options.map((option) => (
              <div
                key={option.name}
                className="grid grid-cols-1 gap-x-4 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_72px]"
              >
                <dt className="txt-compact-small break-all font-mono [font-variant-ligatures:none]" dir="ltr">
                  {option.name}
                </dt>
                <dd
                  className="txt-compact-small text-ui-fg-subtle max-h-40 overflow-auto break-all"
                  dir="ltr"
                >
                  {option.secrets === null
                    ? option.value === null || option.value === "null"
                      ? "–"
                      : option.value
                    : option.secrets === 0
                      ? t("setup.options.notSet")
                      : t("setup.options.secrets", { count: option.secrets })}
                </dd>
                <dd className="justify-self-start sm:justify-self-end">
                  <Badge size="2xsmall" color={option.is_default ? "grey" : "blue"}>
                    {t(option.is_default ? "setup.options.isDefault" : "setup.options.changed")}
                  </Badge>
                </dd>
              </div>
            ))}
          </dl>
        </Fold>
      </Part>
    </Container>
  )
}

/** Opens and closes, with the keyboard too. */
function Fold({ summary, note, children }: PropsWithChildren<{ summary: string; note?: string }>) {
  return (
    <details className="group">
      <summary className="txt-compact-small focus-visible:shadow-borders-focus flex cursor-pointer list-none items-center justify-between gap-x-4 rounded-md outline-none">
        <span className="flex min-w-0 items-center gap-x-2">
          <TriangleRightMini className="text-ui-fg-muted shrink-0 transition-transform group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90" />
          <Strong>{summary}</Strong>
        </span>
        {note && <span className="text-ui-fg-subtle shrink-0">{note}</span>}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  )
}

export function SetupPage() {
  const { t } = useTexts()
  const { data, isPending, isError, isFetching, refetch } = useSetup()
  const setup = data?.setup
  return (
    <div className="flex flex-col gap-y-3">
      <SectionTabs of="settings" />
      <Container className="divide-y p-0">
        <div className="flex items-start justify-between gap-4 px-6 py-4">
          <Title level="h1" text={t("menu.onchain")} hint={t("setup.subtitle")} guide="setup" />
          <div className="flex shrink-0 items-center gap-x-3">
            {setup && (
              <StatusBadge color={setup.environment === "live" ? "green" : "blue"}>
                {t(`setup.environment.${setup.environment}`)}
              </StatusBadge>
            )}
            <RefreshButton isBusy={isFetching} onRefresh={() => void refetch()} />
          </div>
        </div>
        {isPending && <Loading label={t("setup.loading")} rows={6} />}
        {isError && !setup && <LoadFailure text={t("setup.loadFailed")} onRetry={() => void refetch()} />}
        {setup && (
          <>
            <div
              role="status"
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-6 py-3"
            >
              <StatusBadge color={setup.steps_left === 0 ? "green" : "orange"}>
                {setup.steps_left === 0 ? t("setup.ready") : t("setup.left", { count: setup.steps_left })}
              </StatusBadge>
              {setup.health.problems > 0 && (
                <TextLink to={PAGES.health} className="txt-compact-small-plus">
                  {t("setup.problems", { count: setup.health.problems })}
                </TextLink>
              )}
            </div>
            <SetupSteps setup={setup} steps={setup.steps} />
          </>
        )}
      </Container>
      {setup && <Details setup={setup} />}
    </div>
  )
}

function Details({ setup }: { setup: OnchainSetup }) {
  const { t } = useTexts()
  const { currencies, lacking_networks: lacking } = setup
  return (
    <>
      <PayoutUsersPart users={setup.payout_users} approval={setup.payouts.approval} />
      {currencies.length > 0 && (
        <Container className="p-0">
          <Part title={t("setup.prices.title")} hint={t("setup.prices.hint")}>
            <div className="flex flex-col gap-y-3">
              {currencies.map((currency) => (
                <CurrencyPrices key={currency.code} currency={currency} />
              ))}
            </div>
          </Part>
        </Container>
      )}
      {lacking !== null && lacking.length > 0 && (
        <Container className="p-0">
          <Part title={t("setup.networks.title")} hint={t("setup.networks.hint")}>
            <NamedRows
              rows={lacking.map(({ id, name, tokens }) => [
                name,
                id,
                <span className="text-ui-fg-subtle">{tokens.join(", ")}</span>,
              ])}
            />
          </Part>
        </Container>
      )}
      <OptionsPart options={setup.options} />
      <Container className="p-0">
        <ProbePart environment={setup.environment} />
      </Container>
    </>
  )
}
