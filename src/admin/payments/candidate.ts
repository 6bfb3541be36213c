import type { OnchainApplicationCandidate } from "../../types/http"
import { decimalDifference } from "../format/decimal"
import { formatFiat } from "../format/fiat"
import type { Translate } from "../i18n/translate"

/**
 * Says what an order is owed, and what would be left of that. Of an order that cannot be paid it says why not.
 *
 * @param value of the payment, decimal in major units
 * @param locale BCP 47
 */
export function describeCandidate(
  { order, is_possible, reason }: OnchainApplicationCandidate,
  value: string | null,
  t: Translate,
  locale: string
): string {
  const inWords = (amount: string) => formatFiat(amount, order.currency_code, locale)
  const owes = t("resolve.owes", { outstanding: inWords(order.outstanding), total: inWords(order.total) })
  if (!is_possible) return reason ?? owes
  const rest = value === null ? null : decimalDifference(order.outstanding, value)
  if (!rest) return owes
  return `${owes} ${rest.sign > 0 ? t("resolve.rest", { rest: inWords(rest.size) }) : t("resolve.all")}`
}
