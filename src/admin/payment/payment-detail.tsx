import { Text } from "@medusajs/ui"
import type { OnchainUnallocatedPaymentDetail } from "../../types/http"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { formatInstant } from "../ui/format"
import { CustomerLink, OrderLink } from "../ui/links"
import { networkName } from "../ui/names"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"
import { paymentAmount, standingOf } from "./amount"
import { usePayment } from "./api"
import { DecisionSection } from "./decision-section"
import { SituationSection } from "./situation-section"
import { PAYMENT_HISTORY_WORDING } from "./words"

export function PaymentDetail({ id }: { id: string }) {
  const texts = useTexts()
  const { data: payment, ...reading } = usePayment(id)
  if (!payment) return <DetailPending name="payment" reading={reading} />
  const heading = { amount: paymentAmount(payment, texts), network: payment.network_name }
  return (
    <DetailBody
      title={texts.t("payment.heading", heading)}
      badge={<StateBadge of="standing" state={standingOf(payment)} />}
    >
      <SituationSection payment={payment} />
      <ResolutionSection payment={payment} />
      <DecisionSection payment={payment} />
      <TransactionSection payment={payment} />
      <HistorySection entries={payment.history} name="paymentHistory" wording={PAYMENT_HISTORY_WORDING} />
    </DetailBody>
  )
}

type PaymentProps = { payment: OnchainUnallocatedPaymentDetail }

function ResolutionSection({ payment }: PaymentProps) {
  const { t, locale } = useTexts()
  const { resolution } = payment
  if (!resolution || standingOf(payment) === "applying") return null
  const { order, note } = resolution
  return (
    <DrawerSection title={t("detail.decision")}>
      <Text size="small">{t(`payment.decision.${resolution.name}`)}</Text>
      <Facts
        facts={[
          [t("field.order"), order && <OrderLink order={order} />],
          [t("field.by"), resolution.by ?? t("detail.automatic")],
          [t("field.at"), formatInstant(resolution.at, locale)],
          [t("field.note"), note || null, "note"],
        ]}
      />
    </DrawerSection>
  )
}

function TransactionSection({ payment }: PaymentProps) {
  const { t, locale } = useTexts()
  const { tx_hash: hash } = payment
  return (
    <DrawerSection title={t("field.transaction")}>
      <Facts
        facts={[
          [t("field.received"), formatInstant(payment.settled_at, locale)],
          [t("field.customer"), <CustomerLink customer={payment.customer} />],
          [t("field.network"), networkName(payment)],
          [
            t("deposit.hash"),
            hash ?? t("detail.unknown"),
            hash ? "copy" : undefined,
            payment.explorer.tx_url,
          ],
          [t("payment.id"), payment.id, "copy"],
          [t("payment.session"), payment.session_id, "copy"],
        ]}
      />
    </DrawerSection>
  )
}
