import { Alert, Button, Container, Heading, StatusBadge, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { OnchainOverviewHealth, OnchainOverviewResponse } from "../../types/http"
import { Age } from "../ui/facts"
import { LoadFailure } from "../ui/failure"
import { RefreshButton, TextLink } from "../ui/links"
import { PAGES } from "../ui/paths"
import { Loading, Muted, Part, Title } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { useOverview } from "./attention-api"
import { BalancesPart } from "./balances-part"
import { NeedsYou } from "./needs-you"
import { ReceivedPart } from "./received-part"
import { SetupSteps, useSetup } from "./setup-step"

export function OverviewPage() {
  const { t } = useTexts()
  const { data, isPending, isError, isFetching, refetch } = useOverview()
  return (
    <div className="flex flex-col gap-y-3">
      {data?.environment === "sandbox" && <Alert variant="warning">{t("overview.sandbox")}</Alert>}
      <Container className="divide-y p-0">
        <div className="flex items-start justify-between gap-4 px-6 py-4">
          <Title level="h1" text={t("overview.title")} hint={t("overview.subtitle")} guide="overview" />
          <RefreshButton isBusy={isFetching} onRefresh={() => void refetch()} />
        </div>
        {isPending && <Loading label={t("detail.loading")} rows={6} />}
        {isError && !data && <LoadFailure text={t("overview.loadFailed")} onRetry={() => void refetch()} />}
        {data && (!data.is_empty || data.attention.total > 0) && <NeedsYou attention={data.attention} />}
        {data?.is_empty && data.attention.total === 0 && <FirstSteps />}
      </Container>
      {data && <Figures overview={data} />}
    </div>
  )
}

function Figures({
  overview: { received, balances, health, is_empty: isEmpty },
}: {
  overview: OnchainOverviewResponse
}) {
  return (
    <>
      {received && !isEmpty && <ReceivedPart received={received} />}
      {balances && !isEmpty && <BalancesPart balances={balances} />}
      <HealthLine health={health} />
    </>
  )
}

const COLORS = { ok: "green", warning: "orange", error: "red" } as const

function HealthLine({
  health: { status, check, problem_count: count, checked_at: at },
}: {
  health: OnchainOverviewHealth
}) {
  const { t } = useTexts()
  const others = count - 1
  return (
    <Container className="p-0">
      <Part
        title={t("menu.health")}
        action={
          <TextLink to={PAGES.health} className="txt-compact-small-plus shrink-0">
            {t("overview.openHealth")}
          </TextLink>
        }
      >
        <div className="flex flex-col items-start gap-2 sm:flex-row">
          <StatusBadge color={status ? COLORS[status] : "grey"} className="shrink-0 whitespace-nowrap">
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
    </Container>
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
