import { Alert, Text } from "@medusajs/ui"
import type { OnchainRefundDetail, OnchainWithdrawal } from "../../types/http"
import { withdrawalAmount } from "../payout/amounts"
import { MoneySection } from "../payout/money-section"
import { StandingSection } from "../payout/standing-section"
import { WithdrawalBadge } from "../payout/withdrawal-badge"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { Age, Facts } from "../ui/facts"
import { FailureAlert } from "../ui/failure"
import { formatInstant } from "../ui/format"
import { CustomerLink, OrderLink, TextLink } from "../ui/links"
import { networkName } from "../ui/names"
import { pathTo } from "../ui/paths"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"
import { useRefund } from "./api"
import { DestinationSection } from "./destination-section"
import { LinkSection } from "./link-section"
import { refundAmount } from "./payout"
import { RefundFooter } from "./refund-footer"
import { useRefundSteps } from "./use-refund-steps"
import { ValueSection } from "./value-section"
import { REFUND_HISTORY_WORDING } from "./words"

export function RefundDetail({ id }: { id: string }) {
  const { data: refund, ...reading } = useRefund(id)
  return refund ? <Detail refund={refund} /> : <DetailPending name="refund" reading={reading} />
}

function Detail({ refund }: { refund: OnchainRefundDetail }) {
  const { t, texts } = useTexts()
  const steps = useRefundSteps(refund)
  const { state, withdrawal, settled, address_request: request } = refund
  const { situation } = steps.next
  const isDue = state === "due"
  return (
    <DetailBody
      title={refundAmount(refund, texts)}
      badge={
        <div className="flex flex-wrap items-center gap-2">
          <StateBadge of="refundState" state={state} />
          {request?.state === "proposed" && <StateBadge of="refundAddressState" state="proposed" />}
        </div>
      }
      footer={<RefundFooter refund={refund} steps={steps} />}
    >
      <DrawerSection title={t("field.status")}>
        <Text size="small">
          {t(situation ? `refundSituation.${situation}` : `refundState.${state}.sentence`)}
        </Text>
        {refund.last_error !== null && (
          <Alert variant="warning" className="[overflow-wrap:anywhere]">
            {t("refund.lastError", { error: refund.last_error })}
          </Alert>
        )}
        {!isDue && <FailureAlert error={steps.error} />}
      </DrawerSection>
      {(isDue || situation === "void") && <LinkSection request={request} link={steps.link} />}
      {isDue && <DestinationSection refund={refund} steps={steps} />}
      <ValueSection
        refund={refund}
        entries={steps.entries}
        onChange={isDue && steps.mayPay ? steps.change : null}
      />
      {!isDue && withdrawal && (
        <>
          <StandingSection withdrawal={withdrawal} title={t("refund.payout")} />
          <MoneySection withdrawal={withdrawal} />
        </>
      )}
      {!isDue && situation !== "void" && <LinkSection request={request} link={null} />}
      <EarlierPayouts
        withdrawals={
          isDue && withdrawal ? [withdrawal, ...refund.earlier_withdrawals] : refund.earlier_withdrawals
        }
      />
      {settled && <SettledSection settled={settled} />}
      <FactsSection refund={refund} />
      <HistorySection entries={refund.history} name="refundHistory" wording={REFUND_HISTORY_WORDING} />
    </DetailBody>
  )
}

function EarlierPayouts({ withdrawals }: { withdrawals: OnchainWithdrawal[] }) {
  const { t, locale } = useTexts()
  if (withdrawals.length === 0) return null
  return (
    <DrawerSection title={t("refund.earlier")}>
      <ul className="flex flex-col gap-y-2">
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <TextLink to={pathTo.withdrawal(withdrawal.id)} className="txt-compact-small-plus">
              {withdrawalAmount(withdrawal, locale)}
            </TextLink>
            <WithdrawalBadge withdrawal={withdrawal} />
            <Text as="span" size="small" className="text-ui-fg-subtle">
              <Age at={withdrawal.created_at} />
            </Text>
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}

function SettledSection({ settled }: { settled: NonNullable<OnchainRefundDetail["settled"]> }) {
  const { t, locale } = useTexts()
  return (
    <DrawerSection title={t("refund.settled")}>
      <Facts
        facts={[
          [t("field.by"), settled.by ?? t("detail.user")],
          [t("field.at"), formatInstant(settled.at, locale)],
          [t("field.note"), settled.note, "note"],
          [t("field.transaction"), settled.tx_hash, "copy"],
        ]}
      />
    </DrawerSection>
  )
}

function FactsSection({ refund }: { refund: OnchainRefundDetail }) {
  const { t, locale } = useTexts()
  const { order, done_at: doneAt, payment_id: paymentId } = refund
  return (
    <DrawerSection title={t("field.details")}>
      <Facts
        facts={[
          [t("field.kind"), t(`refundKind.${refund.kind}`)],
          [t("field.order"), order ? <OrderLink order={order} /> : t("refunds.noOrder")],
          [t("field.customer"), <CustomerLink customer={refund.customer} />],
          [t("refund.payer"), refund.payer && <CustomerLink customer={refund.payer} />],
          [t("field.network"), networkName(refund)],
          [t("refunds.since"), formatInstant(refund.created_at, locale)],
          [t("refund.done"), doneAt && formatInstant(doneAt, locale)],
          [t("refund.payment"), <TextLink to={pathTo.payment(paymentId)}>{paymentId}</TextLink>],
          [t("refund.id"), refund.id, "copy"],
        ]}
      />
    </DrawerSection>
  )
}
