import { FetchError } from "@medusajs/js-sdk"
import { Skeleton } from "@medusajs/ui"
import { depositAmount } from "../../deposits/amount"
import { useDeposit } from "../../hooks/use-deposit"
import { useTexts } from "../../hooks/use-texts"
import { LoadFailure } from "../load-failure"
import { StateBadge } from "../state-badge"
import { DecisionSection } from "./decision-section"
import { DrawerHeading } from "./drawer-heading"
import { HistorySection } from "./history-section"
import { SituationSection } from "./situation-section"
import { TransactionSection } from "./transaction-section"

const SKELETONS = ["h-16", "h-32", "h-28", "h-48"]

/** What the drawer shows: loading, a failure, or the deposit. */
export function DepositDetail({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const { data: deposit, isPending, error, refetch } = useDeposit(id)
  if (!deposit) {
    const isGone = error instanceof FetchError && error.status === 404
    return (
      <>
        <DrawerHeading title={t("detail.title")} />
        {isPending && (
          <div className="flex flex-col gap-y-4 px-6 py-4" role="status" aria-label={t("detail.loading")}>
            {SKELETONS.map((height) => (
              <Skeleton key={height} className={`${height} w-full`} />
            ))}
          </div>
        )}
        {error && (
          <LoadFailure
            text={t(isGone ? "detail.notFound" : "detail.loadFailed")}
            onRetry={() => void refetch()}
          />
        )}
      </>
    )
  }
  const amount = depositAmount(deposit, t, locale)
  return (
    <>
      <DrawerHeading title={t("detail.heading", { amount, network: deposit.network_name })}>
        <StateBadge state={deposit.state} />
      </DrawerHeading>
      <div className="flex-1 divide-y overflow-y-auto">
        <SituationSection deposit={deposit} />
        <DecisionSection deposit={deposit} />
        <TransactionSection deposit={deposit} />
        <HistorySection deposit={deposit} />
      </div>
    </>
  )
}
