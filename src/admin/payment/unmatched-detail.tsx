import { Text } from "@medusajs/ui"
import type { OnchainUnallocatedPaymentDetail } from "../../types/http"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { formatInstant } from "../ui/format"
import { CustomerLink, OrderLink, TextLink } from "../ui/links"
import { networkName } from "../ui/names"
import { pathTo } from "../ui/paths"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"
import { paymentAmount, standingOf } from "./amount"
import { useUnmatchedPayment } from "./api"
import { SituationSection } from "./situation-section"
import { DecisionNotice, DecisionOrders, DecisionFooter, useDecision } from "./unmatched-decision"
import { PAYMENT_HISTORY_WORDING } from "./words"

export function UnmatchedDetail({ id }: { id: string }) {
  const { data: payment, ...reading } = useUnmatchedPayment(id)
  if (!payment) return <DetailPending name="unmatchedPayment" reading={reading} />
  return <Shown payment={payment} />
}

type PaymentProps = { payment: OnchainUnallocatedPaymentDetail }

function Shown({ payment }: PaymentProps) {
  const texts = useTexts()
  const decision = useDecision(payment)
  const heading = { amount: paymentAmount(payment, texts), network: payment.network_name }
  return (
    <DetailBody
      title={texts.t("unmatchedPayment.heading", heading)}
      badge={<StateBadge of="standing" state={standingOf(payment)} />}
      footer={decision.isWaiting && <DecisionFooter payment={payment} decision={decision} />}
    >
      <DecisionNotice payment={payment} decision={decision} />
      <SituationSection payment={payment} />
      {decision.isWaiting && <DecisionOrders payment={payment} decision={decision} />}
      <ResolutionSection payment={payment} />
      <TransactionSection payment={payment} />
      <HistorySection entries={payment.history} name="paymentHistory" wording={PAYMENT_HISTORY_WORDING} />
    </DetailBody>
  )
}

function ResolutionSection({ payment }: PaymentProps) {
  const { t, locale } = useTexts()
  const { resolution } = payment
  if (!resolution || standingOf(payment) === "applying") return null
  const { order, note } = resolution
  return (
    <DrawerSection title={t("detail.decision")}>
      <Text size="small">{t(`unmatchedPayment.decision.${resolution.name}`)}</Text>
      <Facts
        facts={[
          [t("field.order"), order && <OrderLink order={order} />],
          [t("field.by"), <bdi>{resolution.by ?? t("detail.automatic")}</bdi>],
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
            t("field.transaction"),
            hash ?? t("detail.unknown"),
            hash ? "copy" : undefined,
            payment.explorer.tx_url,
          ],
          [t("payment.id"), payment.id, "copy"],
          [t("payment.session"), payment.session_id, "copy"],
        ]}
      />
      <TextLink to={pathTo.payment(payment.id)} className="txt-compact-small self-start">
        {t("unmatchedPayment.all")}
      </TextLink>
    </DrawerSection>
  )
}
