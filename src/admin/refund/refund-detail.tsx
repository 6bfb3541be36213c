import { Alert, Text } from "@medusajs/ui"
import type { OnchainRefundDetail, OnchainWithdrawal } from "../../types/http"
import { withdrawalAmount } from "../payout/amounts"
import { MoneySection } from "../payout/money-section"
import { StandingSection } from "../payout/standing-section"
import { DecisionSection } from "../payout/withdrawal-decision"
import { ComparisonTable } from "../ui/comparison-table"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { Age, Facts } from "../ui/facts"
import { formatFiat, formatInstant, formatTokens } from "../ui/format"
import { CustomerLink, OrderLink, TextLink } from "../ui/links"
import { customerName, networkName } from "../ui/names"
import { StateBadge } from "../ui/state-badge"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { useRefund } from "./api"
import { refundAmount } from "./payout"
import { PayoutSection } from "./payout-section"
import { SettleSection } from "./settle-section"
import { REFUND_HISTORY_WORDING } from "./words"
import { pathTo } from "../ui/paths"

export function RefundDetail({ id }: { id: string }) {
  const { t, texts } = useTexts()
  const { data: refund, ...reading } = useRefund(id)
  if (!refund) return <DetailPending name="refund" reading={reading} />
  const { withdrawal, settled } = refund
  const heading = { amount: refundAmount(refund, texts), customer: customerName(refund.customer, t) }
  return (
    <DetailBody
      title={t("refund.heading", heading)}
      badge={<StateBadge of="refundState" state={refund.state} />}
    >
      <DrawerSection title={t("field.status")}>
        <Text size="small">{t(`refundState.${refund.state}.sentence`)}</Text>
        {refund.last_error !== null && (
          <Alert variant="warning">{t("refund.lastError", { error: refund.last_error })}</Alert>
        )}
      </DrawerSection>
      <SumsSection refund={refund} />
      <PayoutSection refund={refund} />
      {withdrawal && (
        <>
          <StandingSection withdrawal={withdrawal} title={t("refund.payout")} />
          <MoneySection withdrawal={withdrawal} />
          <DecisionSection key={withdrawal.id} withdrawal={withdrawal} />
        </>
      )}
      <EarlierPayouts withdrawals={refund.earlier_withdrawals} />
      {settled && <SettledSection settled={settled} />}
      <SettleSection refund={refund} />
      <FactsSection refund={refund} />
      <HistorySection entries={refund.history} name="refundHistory" wording={REFUND_HISTORY_WORDING} />
    </DetailBody>
  )
}

function SumsSection({ refund }: { refund: OnchainRefundDetail }) {
  const { t, locale } = useTexts()
  const { payment_sums: sums, currency_code: currency, token } = refund
  const fiat = (amount: string) => formatFiat(amount, currency, locale)
  const tokens = (amount: string | null) =>
    amount === null ? t("detail.unknown") : formatTokens(amount, token, locale)
  return (
    <DrawerSection title={t("refund.sums")}>
      <ComparisonTable
        columns={[t("refund.fiat"), t("refund.tokens")]}
        rows={[
          [t("refund.received"), fiat(sums.captured_fiat), tokens(sums.received_tokens)],
          [t("refund.refunded"), fiat(sums.refunded_fiat), tokens(sums.refunded_tokens)],
          [t("refund.left"), fiat(sums.left_fiat), tokens(sums.left_tokens)],
        ]}
      />
      <Muted isSmall>{t("refund.sumsHint")}</Muted>
    </DrawerSection>
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
            <StateBadge of="withdrawalState" state={withdrawal.state} />
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
  const { order, done_at: doneAt } = refund
  return (
    <DrawerSection title={t("field.details")}>
      <Facts
        facts={[
          [t("field.kind"), t(`refundKind.${refund.kind}`)],
          [t("field.order"), order ? <OrderLink order={order} /> : t("refunds.noOrder")],
          [t("field.customer"), <CustomerLink customer={refund.customer} />],
          [t("field.network"), networkName(refund)],
          [t("refunds.since"), formatInstant(refund.created_at, locale)],
          [t("refund.done"), doneAt && formatInstant(doneAt, locale)],
          [t("refund.id"), refund.id, "copy"],
          [t("refund.payment"), refund.payment_id, "copy"],
        ]}
      />
    </DrawerSection>
  )
}
