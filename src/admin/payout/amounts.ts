import type { ReactNode } from "react"
import type { OnchainWithdrawal, OnchainWithdrawalDetail } from "../../types/http"
import type { Fact } from "../ui/facts"
import { formatAge, formatDecimal, formatFiat, formatInstant, formatTokens } from "../ui/format"
import { customerName } from "../ui/names"
import type { Texts, Translate } from "../ui/texts"

export function withdrawalAmount(
  { amount, token }: Pick<OnchainWithdrawal, "amount" | "token">,
  locale: string
): string {
  return formatTokens(amount, token, locale)
}

export function reportedAmount(amount: string | null, token: string, { t, locale }: Texts): string {
  return amount === null ? t("detail.notReported") : formatTokens(amount, token, locale)
}

/** Of the withdrawal once the provider has it, of the quote before. */
export function feeAndNet({
  quote,
  ...withdrawal
}: Pick<OnchainWithdrawalDetail, "fee" | "net_amount" | "quote">): {
  fee: string | null
  net: string | null
} {
  return {
    fee: withdrawal.fee ?? quote?.fee ?? null,
    net: withdrawal.net_amount ?? quote?.net_amount ?? null,
  }
}

/** By this browser's clock; null when it is over. */
export function timeLeft(expiresAt: string, now: number): { minutes: number; seconds: number } | null {
  const seconds = Math.floor((Date.parse(expiresAt) - now) / 1000)
  return seconds > 0 ? { minutes: Math.floor(seconds / 60), seconds: seconds % 60 } : null
}

/** @param order link to the refunded order */
export function moneyFacts(withdrawal: OnchainWithdrawalDetail, texts: Texts, order: ReactNode): Fact[] {
  const { locale } = texts
  const { destination, token } = withdrawal
  const { fee, net } = feeAndNet(withdrawal)
  return [
    ["field.amount", withdrawalAmount(withdrawal, locale)],
    ["field.fee", reportedAmount(fee, token, texts)],
    ["withdrawal.net", reportedAmount(net, token, texts), "strong"],
    ["field.network", withdrawal.network_name],
    ["field.to", destination.label],
    ["field.address", destination.address, "exact", withdrawal.explorer.address_url],
    ["field.memo", destination.memo || null, "exact"],
    ...refundTermFacts(withdrawal, texts, Date.now()),
    ["withdrawal.order", order],
  ]
}

type Payout = Pick<OnchainWithdrawalDetail, "refund_terms" | "amount" | "token">

function refundTermFacts(withdrawal: Payout, texts: Texts, now: number): Fact[] {
  const { t } = texts
  const terms = withdrawal.refund_terms
  if (!terms) return []
  const owner = terms.customer ? customerName(terms.customer, t) : t("withdrawal.ownerUnknown")
  const rate = rateText(withdrawal, texts, now)
  return [["field.owner", owner], ...(rate === null ? [] : [["payment.rate", rate] as const])]
}

function rateText(
  { refund_terms: terms, amount, token }: Payout,
  { t, locale }: Texts,
  now: number
): string | null {
  if (!terms?.rate) return null
  const { fiat_amount: fiat, currency_code: currency, rate } = terms
  const isMoney = fiat !== null && currency !== null
  return t(`withdrawal.rateText.${rate.basis}`, {
    amount: isMoney ? formatFiat(fiat, currency, locale) : withdrawalAmount({ amount, token }, locale),
    price: formatDecimal(rate.price, locale),
    currency: (currency ?? "").toUpperCase(),
    token,
    source: rate.source,
    at: formatInstant(rate.at, locale),
    age: formatAge(rate.at, now, locale),
  })
}

export function senderWarning(
  { refund_terms: terms }: Pick<OnchainWithdrawalDetail, "refund_terms">,
  t: Translate
): string | null {
  return terms?.is_observed_sender ? t("withdrawal.senderWarning") : null
}
