import { depositAmount } from "../../deposits/amount"
import { describeHistory } from "../../deposits/history"
import { useDeposit } from "../../hooks/use-deposit"
import { useTexts } from "../../hooks/use-texts"
import { DetailPending } from "../detail-pending"
import { DrawerHeading } from "../drawer-heading"
import { HistorySection } from "../history-section"
import { DecisionSection } from "./decision-section"
import { LinkSection } from "./link-section"
import { SituationSection } from "./situation-section"
import { StateBadge } from "./state-badge"
import { TransactionSection } from "./transaction-section"

/** What the drawer shows of a deposit: everything that is known about it, and what can be done. */
export function DepositDetail({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const { data: deposit, error, refetch } = useDeposit(id)
  if (!deposit) {
    return (
      <DetailPending
        error={error}
        onRetry={() => void refetch()}
        words={{
          title: t("detail.title"),
          loading: t("detail.loading"),
          loadFailed: t("detail.loadFailed"),
          notFound: t("detail.notFound"),
        }}
      />
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
        <LinkSection deposit={deposit} />
        <DecisionSection deposit={deposit} />
        <TransactionSection deposit={deposit} />
        <HistorySection entries={deposit.history} describe={(action) => describeHistory(action, t)} />
      </div>
    </>
  )
}
