import { useTexts } from "../../hooks/use-texts"
import { useWithdrawal } from "../../hooks/use-withdrawal"
import { withdrawalAmount } from "../../withdrawals/figures"
import { describeWithdrawalHistory } from "../../withdrawals/history"
import { DetailPending } from "../detail-pending"
import { DrawerHeading } from "../drawer-heading"
import { HistorySection } from "../history-section"
import { DecisionSection } from "./decision-section"
import { FactsSection } from "./facts-section"
import { MoneySection } from "./money-section"
import { StandingSection } from "./standing-section"
import { WithdrawalBadge } from "./withdrawal-badge"

/** What the drawer shows of a withdrawal: how it stands, what it costs, and what can be done. */
export function WithdrawalDetail({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const { data: withdrawal, error, refetch } = useWithdrawal(id)
  if (!withdrawal) {
    return (
      <DetailPending
        error={error}
        onRetry={() => void refetch()}
        words={{
          title: t("withdrawal.title"),
          loading: t("withdrawal.loading"),
          loadFailed: t("withdrawal.loadFailed"),
          notFound: t("withdrawal.notFound"),
        }}
      />
    )
  }
  const heading = {
    amount: withdrawalAmount(withdrawal, locale),
    destination: withdrawal.destination.label,
  }
  return (
    <>
      <DrawerHeading title={t("withdrawal.heading", heading)}>
        <WithdrawalBadge state={withdrawal.state} />
      </DrawerHeading>
      <div className="flex-1 divide-y overflow-y-auto">
        <StandingSection withdrawal={withdrawal} />
        <MoneySection withdrawal={withdrawal} />
        <DecisionSection withdrawal={withdrawal} />
        <FactsSection withdrawal={withdrawal} />
        <HistorySection
          entries={withdrawal.history}
          describe={(action) => describeWithdrawalHistory(action, t)}
        />
      </div>
    </>
  )
}
