import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { paymentToView } from "./payment-to-view"

export const viewPaymentStepId = "view-onchain-payment"

/** A page that waits for its address asks the gateway at most this often. */
const ADDRESS_POLL_MS = 2_000

/**
 * Finds the payment of a session for its payer.
 *
 * An address that was not ready when the invoice was opened (a dedicated one on Stellar) is asked for
 * here; nothing else is, so a page that polls costs the gateway nothing.
 *
 * @throws MedusaError `not_found` for an unknown session
 */
export const viewPaymentStep = createStep(
  viewPaymentStepId,
  async (input: { session_id: string }, { container }) => {
    const onchain = container.resolve("onchain")
    const stored = await onchain.payments.find({ session_id: input.session_id })
    if (!stored) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such payment.")
    const payment = isAddressDue(stored, onchain.clock())
      ? (await onchain.refreshPayment(stored)).payment
      : stored
    return new StepResponse(paymentToView(payment, onchain.options.environment))
  }
)

function isAddressDue(payment: PaymentRow, nowMs: number): boolean {
  if (payment.deposit_address || payment.state !== "awaiting" || !payment.gateway_invoice_id) return false
  return nowMs - (payment.checked_at?.getTime() ?? 0) >= ADDRESS_POLL_MS
}
