import { CreditCard } from "@medusajs/icons"
import { Alert, Text } from "@medusajs/ui"
import type {
  OnchainUnallocatedPayment,
  OnchainUnallocatedPaymentDetail,
  OnchainUnallocatedPaymentListResponse,
  OnchainUnallocatedPaymentResponse,
} from "../../types/http"
import { apiPath, busyRefresh, useRead } from "../ui/api"
import { ComparisonTable } from "../ui/comparison-table"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { Facts, identified } from "../ui/facts"
import { formatDecimal, formatFiat, formatInstant } from "../ui/format"
import { CustomerLink, OrderLink, TextLink } from "../ui/links"
import { ListPage } from "../ui/list/list-page"
import { one, several } from "../ui/list/list-state"
import { customerColumn, networkColumn, orderColumn, type ListSpec } from "../ui/list/list-table"
import { describeDifference, networkName } from "../ui/names"
import { pathTo } from "../ui/paths"
import { Muted } from "../ui/prose"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"
import { describeUnallocated, isOtherAsset, paymentAmount, standingOf } from "./describe"
import { ContradictionNotice } from "./contradiction-notice"
import { DecisionFooter, DecisionNotice, DecisionOrders, useDecision } from "./unmatched-decision"

function SituationSection({ payment }: { payment: OnchainUnallocatedPaymentDetail }) {
  const { t, locale, texts } = useTexts()
  const { currency_code: currency, received_amount: received, fiat_value: value, token, order } = payment
  const unknown = t("detail.unknown")
  const isOther = isOtherAsset(payment)
  const arrived = { amount: received, token, expected: { amount: payment.expected_amount, token } }
  const implausible = payment.implausible_amount
  return (
    <DrawerSection title="field.reason">
      <Text size="small">{describeUnallocated(payment.reason, t).sentence}</Text>
      <ContradictionNotice paymentId={payment.id} contradiction={payment.contradiction} />
      <ComparisonTable
        rows={[
          [
            "field.amount",
            formatDecimal(payment.expected_amount, locale),
            received === null ? unknown : formatDecimal(received, locale),
          ],
          ...(implausible === null
            ? []
            : [["payment.implausible", "–", formatDecimal(implausible, locale)] as const]),
          ["field.token", token, isOther ? t("unmatchedPayment.otherToken") : token],
          [
            "field.value",
            formatFiat(payment.fiat_amount, currency, locale),
            value === null ? unknown : formatFiat(value, currency, locale),
          ],
          ["field.order", order ? <OrderLink order={order} /> : t("detail.none"), "–"],
        ]}
        conclusion={isOther ? t("difference.token") : describeDifference(arrived, texts)}
      />
      {!payment.resolution && payment.hold_until !== null && !payment.is_due_back && (
        <Text size="small">
          {t("unmatchedPayment.heldUntil", { until: formatInstant(payment.hold_until, locale) })}
        </Text>
      )}
      {payment.is_due_back && <Text size="small">{t("unmatchedPayment.dueBack")}</Text>}
      <Muted isSmall>{t("unmatchedPayment.valueHint")}</Muted>
      {payment.last_error && !payment.resolution && (
        <Alert variant="warning">{t("detail.lastError", { error: payment.last_error })}</Alert>
      )}
    </DrawerSection>
  )
}

function UnmatchedDetail({ id }: { id: string }) {
  const { data: payment, ...reading } = useRead(apiPath("unallocated-payments", id), {
    select: (answer: OnchainUnallocatedPaymentResponse) => answer.payment,
    refreshMs: (answer) => busyRefresh(answer !== undefined && standingOf(answer.payment) === "applying"),
  })
  if (!payment) return <DetailPending name="unmatchedPayment" reading={reading} />
  return <Shown payment={payment} />
}

function Shown({ payment }: { payment: OnchainUnallocatedPaymentDetail }) {
  const { t, texts } = useTexts()
  const decision = useDecision(payment)
  const { isWaiting, standing } = decision
  const { resolution } = payment
  const heading = { amount: paymentAmount(payment, texts), network: payment.network_name }
  return (
    <DetailBody
      title={t("payment.attempt", heading)}
      badge={<StateBadge of="standing" state={standing} />}
      footer={isWaiting && <DecisionFooter payment={payment} decision={decision} />}
    >
      <DecisionNotice payment={payment} decision={decision} />
      <SituationSection payment={payment} />
      {isWaiting && <DecisionOrders payment={payment} decision={decision} />}
      {resolution && standing !== "applying" && (
        <DrawerSection title="detail.decision">
          <Text size="small">{t(`unmatchedPayment.decision.${resolution.name}`)}</Text>
          <Facts
            facts={[
              ["field.order", resolution.order && <OrderLink order={resolution.order} />],
              ["field.by", <bdi>{resolution.by ?? t("detail.automatic")}</bdi>],
              ["field.at", resolution.at, "at"],
              ["field.note", resolution.note || null, "note"],
            ]}
          />
        </DrawerSection>
      )}
      <DrawerSection
        title="field.transaction"
        facts={[
          ["field.received", payment.settled_at, "at"],
          ["field.customer", <CustomerLink customer={payment.customer} />],
          ["field.network", networkName(payment)],
          identified("field.transaction", payment.tx_hash, t("detail.unknown"), payment.explorer.tx_url),
          ["payment.id", payment.id, "copy"],
          ["payment.session", payment.session_id, "copy"],
        ]}
      >
        <TextLink to={pathTo.payment(payment.id)} className="txt-compact-small self-start">
          {t("paymentAction.open")}
        </TextLink>
      </DrawerSection>
      <HistorySection entries={payment.history} name="paymentHistory" />
    </DetailBody>
  )
}

const UNMATCHED: ListSpec<OnchainUnallocatedPayment, OnchainUnallocatedPaymentListResponse> = {
  name: "unmatched",
  icon: CreditCard,
  guide: "review",
  path: apiPath("unallocated-payments"),
  rows: ({ payments }) => payments,
  initial: { name: "resolution", value: "waiting" },
  order: "-settled_at",
  filters: [
    one("resolution", "detail.decision", "unmatched.resolution.*"),
    several("reason", "field.reason", "unallocated.*.title"),
  ],
  columns: (texts) => [
    { id: "amount", label: "field.amount", isAmount: true, opens: (row) => paymentAmount(row, texts) },
    {
      id: "reason",
      label: "field.reason",
      show: (row) => describeUnallocated(row.reason, texts.t).title,
      maxSize: 200,
    },
    {
      id: "standing",
      label: "field.status",
      show: (row) => <StateBadge of="standing" state={standingOf(row)} />,
    },
    { ...orderColumn(texts, texts.t("unmatched.noOrder")), label: "unmatched.meantFor" },
    networkColumn(),
    customerColumn(texts),
    { id: "settled_at", label: "field.received", at: (row) => row.settled_at },
  ],
}

export const UnmatchedPage = () => (
  <ListPage
    section="review"
    param="payment_id"
    spec={UNMATCHED}
    detail={(id) => <UnmatchedDetail id={id} />}
  />
)
