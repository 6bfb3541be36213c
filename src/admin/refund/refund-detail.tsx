import { Alert, Text } from "@medusajs/ui"
import type {
  OnchainRefundDetail,
  OnchainRefundRate,
  OnchainRefundResponse,
  OnchainWithdrawal,
} from "../../types/http"
import { withdrawalAmount } from "../payout/amounts"
import { isBusy } from "../payout/api"
import { WithdrawalBadge } from "../payout/withdrawal-badge"
import { MoneySection, StandingSection } from "../payout/withdrawal-sections"
import { amountProblem } from "../payout/request"
import { WithdrawalActions } from "../payout/withdrawal-decision"
import { DestinationSection } from "./destination-section"
import { LinkSection } from "./link-section"
import { needsAmount, refundAmount, type RefundEntries } from "./payout"
import { useRefundSteps } from "./use-refund-steps"
import { StepFooter } from "../ui/action/step-footer"
import { apiPath, busyRefresh, useRead } from "../ui/api"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { Age, type Fact } from "../ui/facts"
import { FailureAlert } from "../ui/failure"
import { DecimalField } from "../ui/form/decimal-field"
import { RadioField } from "../ui/form/fields"
import { formatAge, formatDecimal, formatFiat, formatTokens } from "../ui/format"
import { CustomerLink, OrderLink, TextLink } from "../ui/links"
import { networkName } from "../ui/names"
import { pathTo } from "../ui/paths"
import { Muted } from "../ui/prose"
import { ProviderAnswer } from "../ui/provider-answer"
import { StateBadge } from "../ui/state-badge"
import { type Texts, useTexts } from "../ui/texts"

type RefundDetailProps = {
  id: string
  /** Requests a quote once it is loaded, where the address is known. */
  isQuotedAtOnce?: boolean
}

export function RefundDetail({ id, isQuotedAtOnce = false }: RefundDetailProps) {
  // Read as often as its payout changes.
  const { data: refund, ...reading } = useRead(apiPath("refunds", id), {
    select: (answer: OnchainRefundResponse) => answer.refund,
    refreshMs: (answer) => busyRefresh(isBusy(answer?.refund.withdrawal?.state)),
  })
  if (!refund) return <DetailPending name="refund" reading={reading} />
  return <Detail refund={refund} isQuotedAtOnce={isQuotedAtOnce} />
}

function Detail({ refund, isQuotedAtOnce }: { refund: OnchainRefundDetail; isQuotedAtOnce: boolean }) {
  const { t, texts } = useTexts()
  const steps = useRefundSteps(refund, isQuotedAtOnce)
  const { state, withdrawal, settled, order, payment_id: paymentId, address_request: request } = refund
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
      footer={
        isDue || !withdrawal ? (
          <StepFooter
            steps={steps.steps}
            primary={steps.next.primary}
            others={steps.next.others}
            decisions={steps.decisions}
          />
        ) : (
          <WithdrawalActions
            key={withdrawal.id}
            withdrawal={withdrawal}
            isBusy={steps.decisions.isBusy}
            isAskedAtOnce={steps.isQuoting}
            more={Object.fromEntries(steps.next.others.map((name) => [name, steps.steps[name]]))}
          />
        )
      }
    >
      <DrawerSection title="field.status">
        <Text size="small">
          {t(situation ? `refundSituation.${situation}` : `refundState.${state}.sentence`)}
        </Text>
        {refund.last_error !== null && (
          <Alert variant="warning" className="[overflow-wrap:anywhere]">
            {t("refund.lastError", { error: refund.last_error })}
          </Alert>
        )}
        {isDue && withdrawal && <ProviderAnswer answer={withdrawal.provider_answer} />}
        {!isDue && <FailureAlert error={steps.decisions.error} />}
      </DrawerSection>
      {(isDue || situation === "void") && <LinkSection request={request} link={steps.link} />}
      {isDue && <DestinationSection refund={refund} steps={steps} />}
      <DrawerSection title="field.amount" facts={sumFacts(refund, texts)}>
        {isDue && steps.mayPay && (
          <>
            <ValueChoice refund={refund} entries={steps.entries} onChange={steps.change} />
            <Muted>{t("refund.feeHint")}</Muted>
          </>
        )}
      </DrawerSection>
      {!isDue && withdrawal && (
        <>
          <StandingSection withdrawal={withdrawal} title="refund.payout" />
          <MoneySection withdrawal={withdrawal} />
        </>
      )}
      {!isDue && situation !== "void" && <LinkSection request={request} link={null} />}
      <EarlierPayouts
        withdrawals={
          isDue && withdrawal ? [withdrawal, ...refund.earlier_withdrawals] : refund.earlier_withdrawals
        }
      />
      {settled && (
        <DrawerSection
          title="refund.settled"
          facts={[
            ["field.by", settled.by ?? t("detail.user")],
            ["field.at", settled.at, "at"],
            ["field.note", settled.note, "note"],
            ["field.transaction", settled.tx_hash, "copy"],
          ]}
        />
      )}
      <DrawerSection
        title="field.details"
        facts={[
          ["field.kind", t(`refundKind.${refund.kind}`)],
          ["field.order", order ? <OrderLink order={order} /> : t("refunds.noOrder")],
          ["field.customer", <CustomerLink customer={refund.customer} />],
          ["refund.payer", refund.payer && <CustomerLink customer={refund.payer} />],
          ["field.network", networkName(refund)],
          ["refunds.since", refund.created_at, "at"],
          ["refund.done", refund.done_at, "at"],
          ["payment.id", <TextLink to={pathTo.payment(paymentId)}>{paymentId}</TextLink>],
          ["refund.id", refund.id, "copy"],
        ]}
      />
      <HistorySection entries={refund.history} name="refundHistory" />
    </DetailBody>
  )
}

function EarlierPayouts({ withdrawals }: { withdrawals: OnchainWithdrawal[] }) {
  const { locale } = useTexts()
  if (withdrawals.length === 0) return null
  return (
    <DrawerSection title="refund.earlier">
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

/** What this refund is about, and no other one of the payment. */
function sumFacts({ sums, currency_code, token, state }: OnchainRefundDetail, { t, locale }: Texts): Fact[] {
  const tokens = (amount: string | null) => (amount === null ? null : formatTokens(amount, token, locale))
  return [
    ["refund.fiat", sums.fiat === null ? null : formatFiat(sums.fiat, currency_code, locale)],
    ["refund.received", tokens(sums.received_tokens) ?? t("detail.unknown")],
    [state === "done" ? "refund.paid" : "refund.tokens", sums.fiat === null ? null : tokens(sums.tokens)],
  ]
}

const RATES: OnchainRefundRate[] = ["payment", "today"]

type ValueChoiceProps = {
  refund: OnchainRefundDetail
  entries: RefundEntries
  onChange: (part: Partial<RefundEntries>) => void
}

function ValueChoice({ refund, entries, onChange }: ValueChoiceProps) {
  const { t, texts } = useTexts()
  const { values, token } = refund
  if (needsAmount(refund)) {
    const problem = amountProblem(entries.tokenAmount, null)
    return (
      <DecimalField
        label={t("refund.tokenAmount", { token })}
        hint={t("refund.tokenAmountHint")}
        problem={problem && t(`request.${problem}`, { decimals: 0 })}
        value={entries.tokenAmount}
        onChange={(tokenAmount) => onChange({ tokenAmount })}
      />
    )
  }
  if (!values) return null
  return (
    <RadioField
      label={t("refund.basis")}
      options={RATES.map((rate) => ({
        value: rate,
        disabled: !values[rate].is_possible,
        ...describeValue(rate, refund, values[rate], texts),
      }))}
      value={entries.rate}
      onChange={(rate) => onChange({ rate })}
    />
  )
}

type Value = NonNullable<OnchainRefundDetail["values"]>[OnchainRefundRate]

function describeValue(
  basis: OnchainRefundRate,
  { token, currency_code }: OnchainRefundDetail,
  { is_possible, reason, note, token_amount, ...used }: Value,
  { t, locale }: Texts
): { label: string; description: string } {
  const isToday = basis === "today"
  if (!is_possible || token_amount === null) {
    const label = t(isToday ? "refund.basisTodayNone" : "refund.basisPaymentNone")
    return { label, description: reason ?? t("action.notPossible") }
  }
  const amount = formatTokens(token_amount, token, locale)
  const rate = t("refund.rate", {
    rate: formatDecimal(used.rate, locale),
    currency: currency_code.toUpperCase(),
    token,
    source: used.rate_source,
    age: formatAge(used.rate_at, Date.now(), locale),
  })
  return {
    label: t(isToday ? "refund.basisToday" : "refund.basisPayment", { amount }),
    description: note === null ? rate : `${rate} ${note}`,
  }
}
