import { Alert, Text } from "@medusajs/ui"
import type { OnchainRefundDetail } from "../../../types/http"
import { useRefund } from "../../hooks/use-refund"
import { useTexts } from "../../hooks/use-texts"
import { customerName } from "../../naming/customer-name"
import { refundAmount } from "../../refunds/amount"
import { describeRefundHistory } from "../../refunds/history"
import { DetailPending } from "../detail-pending"
import { DrawerHeading } from "../drawer-heading"
import { DrawerSection } from "../drawer-section"
import { HistorySection } from "../history-section"
import { DecisionSection } from "../withdrawals/decision-section"
import { MoneySection } from "../withdrawals/money-section"
import { StandingSection } from "../withdrawals/standing-section"
import { EarlierPayouts } from "./earlier-payouts"
import { FactsSection } from "./facts-section"
import { PayoutSection } from "./payout-section"
import { RefundBadge } from "./refund-badge"
import { SettledSection } from "./settled-section"
import { SettleSection } from "./settle-section"
import { SumsSection } from "./sums-section"

/** What the drawer shows of a refund: what is owed, where it can go, and its payout while there is one. */
export function RefundDetail({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const { data: refund, error, refetch } = useRefund(id)
  if (!refund) {
    return (
      <DetailPending
        error={error}
        onRetry={() => void refetch()}
        words={{
          title: t("refund.title"),
          loading: t("refund.loading"),
          loadFailed: t("refund.loadFailed"),
          notFound: t("refund.notFound"),
        }}
      />
    )
  }
  const amount = refundAmount(refund, t, locale)
  return (
    <>
      <DrawerHeading title={t("refund.heading", { amount, customer: customerName(refund.customer, t) })}>
        <RefundBadge state={refund.state} />
      </DrawerHeading>
      <div className="flex-1 divide-y overflow-y-auto">
        <DrawerSection title={t("refund.status")}>
          <Text size="small">{t(`refundState.${refund.state}.sentence`)}</Text>
          {refund.last_error !== null && (
            <Alert variant="warning">{t("refund.lastError", { error: refund.last_error })}</Alert>
          )}
        </DrawerSection>
        <SumsSection refund={refund} />
        <PayoutSection refund={refund} />
        <PayoutParts refund={refund} />
        <EarlierPayouts withdrawals={refund.earlier_withdrawals} />
        {refund.settled && <SettledSection settled={refund.settled} />}
        <SettleSection refund={refund} />
        <FactsSection refund={refund} />
        <HistorySection entries={refund.history} describe={(action) => describeRefundHistory(action, t)} />
      </div>
    </>
  )
}

/** The latest payout, with its steps. */
function PayoutParts({ refund: { withdrawal } }: { refund: OnchainRefundDetail }) {
  const { t } = useTexts()
  if (!withdrawal) return null
  return (
    <>
      <StandingSection withdrawal={withdrawal} title={t("refund.payout")} />
      <MoneySection withdrawal={withdrawal} />
      <DecisionSection key={withdrawal.id} withdrawal={withdrawal} />
    </>
  )
}
