import type { OnchainUnallocatedPayment } from "../../types/http"
import { formatDecimal } from "../format/decimal"
import type { Translate } from "../i18n/translate"

type Amounts = Pick<OnchainUnallocatedPayment, "reason" | "expected_amount" | "received_amount" | "token">

/**
 * Writes what arrived. Of another token than the one asked for only the number is known; where the service does not
 * say how much came, what was asked for stands in its place, and says so.
 *
 * @param locale BCP 47
 */
export function paymentAmount(payment: Amounts, t: Translate, locale: string): string {
  const { received_amount: received, token } = payment
  if (received === null) {
    return t("payments.expected", { amount: formatDecimal(payment.expected_amount, locale), token })
  }
  const amount = formatDecimal(received, locale)
  return isOtherAsset(payment) ? t("payments.otherAsset", { amount }) : `${amount} ${token}`
}

/** Whether what arrived is not the token that the payment names. */
export function isOtherAsset({ reason }: Pick<OnchainUnallocatedPayment, "reason">): boolean {
  return reason === "asset_mismatch"
}
