import { Container, StatusBadge } from "@medusajs/ui"
import type { OnchainSetup } from "../../types/http"
import { LoadFailure } from "../ui/failure"
import { RefreshButton, TextLink } from "../ui/links"
import { PAGES } from "../ui/paths"
import { Loading, Title } from "../ui/prose"
import { SectionTabs } from "../ui/section-tabs"
import { useTexts } from "../ui/texts"
import { ProbePart } from "./probe-part"
import { LimitsPart, OptionsPart, PayoutUsersPart, PricesPart } from "./setup-parts"
import { SetupSteps, useSetup } from "./setup-step"

/** The checklist of Settings > Crypto payments. */
export function SetupPage() {
  const { t } = useTexts()
  const { data, isPending, isError, isFetching, refetch } = useSetup()
  return (
    <div className="flex flex-col gap-y-3">
      <SectionTabs of="settings" />
      <Container className="divide-y p-0">
        <div className="flex items-start justify-between gap-4 px-6 py-4">
          <Title level="h1" text={t("setup.title")} hint={t("setup.subtitle")} guide="setup" />
          <div className="flex shrink-0 items-center gap-x-3">
            {data && <EnvironmentBadge environment={data.setup.environment} />}
            <RefreshButton isBusy={isFetching} onRefresh={() => void refetch()} />
          </div>
        </div>
        {isPending && <Loading label={t("setup.loading")} rows={6} />}
        {isError && !data && <LoadFailure text={t("setup.loadFailed")} onRetry={() => void refetch()} />}
        {data && <Checklist setup={data.setup} />}
      </Container>
      {data && <Details setup={data.setup} />}
    </div>
  )
}

function EnvironmentBadge({ environment }: Pick<OnchainSetup, "environment">) {
  const { t } = useTexts()
  return (
    <StatusBadge color={environment === "live" ? "green" : "blue"}>
      {t(`setup.environment.${environment}`)}
    </StatusBadge>
  )
}

function Checklist({ setup }: { setup: OnchainSetup }) {
  const { t } = useTexts()
  const { steps, steps_left: count, health } = setup
  return (
    <>
      <div role="status" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-6 py-3">
        <StatusBadge color={count === 0 ? "green" : "orange"}>
          {count === 0 ? t("setup.ready") : t("setup.left", { count })}
        </StatusBadge>
        {health.problems > 0 && (
          <TextLink to={PAGES.health} className="txt-compact-small-plus">
            {t("setup.problems", { count: health.problems })}
          </TextLink>
        )}
      </div>
      <SetupSteps setup={setup} steps={steps} />
    </>
  )
}

function Details({ setup }: { setup: OnchainSetup }) {
  return (
    <>
      <PayoutUsersPart users={setup.payout_users} approval={setup.payouts.approval} />
      {setup.payouts.limits.length > 0 && <LimitsPart limits={setup.payouts.limits} />}
      {setup.currencies.length > 0 && <PricesPart currencies={setup.currencies} />}
      <OptionsPart options={setup.options} />
      <Container className="p-0">
        <ProbePart environment={setup.environment} />
      </Container>
    </>
  )
}
