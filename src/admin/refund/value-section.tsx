import type { OnchainRefundDetail, OnchainRefundRate } from "../../types/http"
import { amountProblem } from "../payout/request"
import { DecimalField } from "../ui/form/decimal-field"
import { DrawerSection } from "../ui/drawer"
import { type Fact, Facts } from "../ui/facts"
import { RadioField } from "../ui/form/fields"
import { formatAge, formatDecimal, formatFiat, formatTokens } from "../ui/format"
import { Muted } from "../ui/prose"
import { type Texts, useTexts } from "../ui/texts"
import { needsAmount, type RefundEntries } from "./payout"

type ValueSectionProps = {
  refund: OnchainRefundDetail
  entries: RefundEntries
  /** Null once its payout exists. */
  onChange: ((part: Partial<RefundEntries>) => void) | null
}

/** What this refund is about, and no other one of the payment. */
export function ValueSection({ refund, entries, onChange }: ValueSectionProps) {
  const { t, texts } = useTexts()
  return (
    <DrawerSection title={t("refund.sums")}>
      <Facts facts={sumFacts(refund, texts)} />
      {onChange && (
        <>
          <ValueChoice refund={refund} entries={entries} onChange={onChange} />
          <Muted>{t("refund.feeHint")}</Muted>
        </>
      )}
    </DrawerSection>
  )
}

function sumFacts({ sums, currency_code, token, state }: OnchainRefundDetail, { t, locale }: Texts): Fact[] {
  const tokens = (amount: string | null) => (amount === null ? null : formatTokens(amount, token, locale))
  return [
    [t("refund.fiat"), sums.fiat === null ? null : formatFiat(sums.fiat, currency_code, locale)],
    [t("refund.received"), tokens(sums.received_tokens) ?? t("detail.unknown")],
    [t(state === "done" ? "refund.paid" : "refund.tokens"), sums.fiat === null ? null : tokens(sums.tokens)],
  ]
}

const RATES: OnchainRefundRate[] = ["payment", "today"]

type ValueChoiceProps = Omit<ValueSectionProps, "onChange"> & {
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
