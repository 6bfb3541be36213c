import type { OnchainWithdrawalDetail } from "../../types/http"
import type { ConfirmationFact } from "../components/confirmation"
import { formatDecimal } from "../format/decimal"
import { formatFiat } from "../format/fiat"
import { formatAge, formatInstant } from "../format/instant"
import type { Translate } from "../i18n/translate"
import { customerName } from "../naming/customer-name"
import { withdrawalAmount } from "./figures"

type Payout = Pick<OnchainWithdrawalDetail, "refund_terms" | "amount" | "token">

/**
 * Whose address a refund goes to, and the rate that its amount was made with; nothing for a withdrawal of the treasury.
 *
 * @param now epoch milliseconds
 * @param locale BCP 47
 */
export function refundTermFacts(
  withdrawal: Payout,
  t: Translate,
  now: number,
  locale: string
): ConfirmationFact[] {
  const terms = withdrawal.refund_terms
  if (!terms) return []
  const owner = terms.customer ? customerName(terms.customer, t) : t("withdrawal.ownerUnknown")
  const rate = rateText(withdrawal, t, now, locale)
  return [
    { name: t("withdrawal.owner"), value: owner },
    ...(rate === null ? [] : [{ name: t("withdrawal.rate"), value: rate }]),
  ]
}

function rateText(
  { refund_terms: terms, amount, token }: Payout,
  t: Translate,
  now: number,
  locale: string
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

/** What to think of before money goes back to where a payment was seen to come from. */
export function senderWarning(
  { refund_terms: terms }: Pick<OnchainWithdrawalDetail, "refund_terms">,
  t: Translate
): string | null {
  return terms?.is_observed_sender ? t("withdrawal.senderWarning") : null
}
