import type { OnchainRefund } from "../../types/http"
import { formatDecimal } from "../format/decimal"
import { formatFiat } from "../format/fiat"
import type { Translate } from "../i18n/translate"

type Amounts = Pick<OnchainRefund, "fiat_amount" | "currency_code" | "token_amount" | "token">

/**
 * Writes what is owed: money where money is owed, tokens where tokens are, and that nobody knows where nobody does.
 *
 * @param locale BCP 47
 */
export function refundAmount(refund: Amounts, t: Translate, locale: string): string {
  if (refund.fiat_amount !== null) return formatFiat(refund.fiat_amount, refund.currency_code, locale)
  if (refund.token_amount !== null) return `${formatDecimal(refund.token_amount, locale)} ${refund.token}`
  return t("refunds.unknownAmount", { token: refund.token })
}

/** Whether the operator has to say how much it is, because nobody else can. */
export function needsAmount({ fiat_amount, token_amount }: Amounts): boolean {
  return fiat_amount === null && token_amount === null
}
