import type { OnchainPayoutAsset, OnchainPayoutLimit } from "../../../types/http"
import { formatDecimal } from "../../format/decimal"
import { useBalances } from "../../hooks/use-balances"
import { useTexts } from "../../hooks/use-texts"
import type { Translate } from "../../i18n/translate"
import { amountProblem, availableOf, limitsOf } from "../../withdrawals/request"
import { TextField } from "../text-field"

type AmountFieldProps = {
  asset: OnchainPayoutAsset
  limits: OnchainPayoutLimit[]
  value: string
  onChange: (amount: string) => void
}

/** How much, beside what is available and what the limits are. */
export function AmountField({ asset, limits, value, onChange }: AmountFieldProps) {
  const { t, locale } = useTexts()
  const { data: balances, isError } = useBalances()
  const inWords = (amount: string) => `${formatDecimal(amount, locale)} ${asset.token}`
  const problem = amountProblem(value, asset.decimals)
  const available = balances && availableOf(asset, balances.balances)
  const hints = [
    ...(typeof available === "string" ? [t("request.available", { amount: inWords(available) })] : []),
    ...(isError || available === null ? [t("request.availableUnknown")] : []),
    ...limitsOf(asset, limits).flatMap((limit) => limitWords(limit, inWords, t)),
  ]
  return (
    <TextField
      label={t("request.amount")}
      hint={hints.join(" ")}
      problem={problem && t(`request.${problem}`, { decimals: asset.decimals ?? 0 })}
      isDecimal
      value={value}
      onChange={(text) => onChange(text.trim())}
    />
  )
}

function limitWords(
  { network_id, per_withdrawal: each, per_day: day, used_today: used }: OnchainPayoutLimit,
  inWords: (amount: string) => string,
  t: Translate
): string[] {
  const perDay = network_id === null ? "request.limitDayAll" : "request.limitDay"
  return [
    ...(each === null ? [] : [t("request.limitEach", { amount: inWords(each) })]),
    ...(day === null ? [] : [t(perDay, { amount: inWords(day), used: inWords(used) })]),
  ]
}
