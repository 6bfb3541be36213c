import { usePayment } from "../../hooks/use-payment"
import { useTexts } from "../../hooks/use-texts"
import { paymentAmount } from "../../payments/amount"
import { describePaymentHistory } from "../../payments/history"
import { standingOf } from "../../payments/standing"
import { DetailPending } from "../detail-pending"
import { DrawerHeading } from "../drawer-heading"
import { HistorySection } from "../history-section"
import { DecisionSection } from "./decision-section"
import { ResolutionSection } from "./resolution-section"
import { SituationSection } from "./situation-section"
import { StandingBadge } from "./standing-badge"
import { TransactionSection } from "./transaction-section"

/** What the drawer shows of a payment without an order: what is known about it, and what can be done. */
export function PaymentDetail({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const { data: payment, error, refetch } = usePayment(id)
  if (!payment) {
    return (
      <DetailPending
        error={error}
        onRetry={() => void refetch()}
        words={{
          title: t("payment.title"),
          loading: t("payment.loading"),
          loadFailed: t("payment.loadFailed"),
          notFound: t("payment.notFound"),
        }}
      />
    )
  }
  const amount = paymentAmount(payment, t, locale)
  return (
    <>
      <DrawerHeading title={t("payment.heading", { amount, network: payment.network_name })}>
        <StandingBadge standing={standingOf(payment)} />
      </DrawerHeading>
      <div className="flex-1 divide-y overflow-y-auto">
        <SituationSection payment={payment} />
        <ResolutionSection payment={payment} />
        <DecisionSection payment={payment} />
        <TransactionSection payment={payment} />
        <HistorySection entries={payment.history} describe={(action) => describePaymentHistory(action, t)} />
      </div>
    </>
  )
}
