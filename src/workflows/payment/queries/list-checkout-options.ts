import type { MedusaContainer } from "@medusajs/framework/types"
import type { OnchainPaymentOptionsResponse } from "../../../types/http"
import { listOptionsFor } from "./list-payment-options"
import { readPayment, type PaymentViewer } from "./view-payment"

/**
 * Lists the payer's options, last choice first: the last for this payment, else for the same customer's previous
 * payment.
 *
 * @throws MedusaError `not_found` as `viewPayment` does; `not_allowed` when the gateway cannot be reached
 */
export async function listCheckoutOptions(
  container: MedusaContainer,
  viewer: PaymentViewer
): Promise<OnchainPaymentOptionsResponse> {
  const payment = await readPayment(container, { ...viewer, isDisplay: false })
  const { order_outstanding, fiat_amount, currency_code, rail, session_id } = payment
  const { attempts } = container.resolve("onchain")
  const [answer, last] = await Promise.all([
    listOptionsFor(container, {
      fiatAmount: order_outstanding ?? fiat_amount,
      currencyCode: currency_code,
    }),
    rail ?? attempts.lastRail(session_id),
  ])
  const isLast = (option: { id: string }) => option.id === last
  const payment_options = [
    ...answer.payment_options.filter(isLast),
    ...answer.payment_options.filter((option) => !isLast(option)),
  ]
  return { ...answer, payment_options }
}
