import { Label, RadioGroup } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainRefundDetail, OnchainRefundRate, OnchainRefundValue } from "../../../types/http"
import { formatDecimal } from "../../format/decimal"
import { formatAge } from "../../format/instant"
import { useTexts } from "../../hooks/use-texts"
import { amountProblem } from "../../withdrawals/request"
import { needsAmount } from "../../refunds/amount"
import { TextField } from "../text-field"
import type { PayoutChoice } from "../../refunds/payout"

type ValueChoiceProps = {
  refund: OnchainRefundDetail
  choice: PayoutChoice
  onChange: (part: Partial<PayoutChoice>) => void
}

const RATES: OnchainRefundRate[] = ["payment", "today"]

/**
 * How many tokens the refund comes to: at the payment's own rate, or at today's when that is chosen. Where nobody knows
 * what is owed, the operator says it.
 */
export function ValueChoice({ refund, choice, onChange }: ValueChoiceProps) {
  const { t, locale } = useTexts()
  const id = useId()
  const { values, token, currency_code } = refund
  if (needsAmount(refund)) {
    const problem = amountProblem(choice.tokenAmount, null)
    return (
      <TextField
        label={t("refund.tokenAmount", { token })}
        hint={t("refund.tokenAmountHint")}
        problem={problem && t(`request.${problem}`, { decimals: 0 })}
        isDecimal
        value={choice.tokenAmount}
        onChange={(text) => onChange({ tokenAmount: text.trim() })}
      />
    )
  }
  if (!values) return null
  const describe = (value: OnchainRefundValue) => {
    if (!value.is_possible || value.token_amount === null) {
      return `${t("action.notPossible")} ${value.reason ?? ""}`.trim()
    }
    const words = t("refund.rateText", {
      amount: `${formatDecimal(value.token_amount, locale)} ${token}`,
      rate: formatDecimal(value.rate, locale),
      currency: currency_code.toUpperCase(),
      token,
      source: value.rate_source,
      age: formatAge(value.rate_at, Date.now(), locale),
    })
    return [words, ...(value.note === null ? [] : [value.note])].join(" ")
  }
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" id={id}>
        {t("refund.rate")}
      </Label>
      <RadioGroup
        value={choice.rate}
        onValueChange={(given) => onChange({ rate: given === "today" ? "today" : "payment" })}
        aria-labelledby={id}
      >
        {RATES.map((rate) => (
          <RadioGroup.ChoiceBox
            key={rate}
            value={rate}
            disabled={!values[rate].is_possible}
            label={t(rate === "payment" ? "refund.ratePayment" : "refund.rateToday")}
            description={describe(values[rate])}
          />
        ))}
      </RadioGroup>
    </div>
  )
}
