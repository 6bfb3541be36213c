import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { GatewayError } from "../../../gateway/client/errors"
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
    const nowMs = onchain.clock()
    const payment = isAddressDue(stored, nowMs) ? await askForAddress(container, stored) : stored
    return new StepResponse(paymentToView(payment, { environment: onchain.options.environment, nowMs }))
  }
)

function isAddressDue(payment: PaymentRow, nowMs: number): boolean {
  if (payment.deposit_address || payment.state !== "awaiting" || !payment.gateway_invoice_id) return false
  return nowMs - (payment.checked_at?.getTime() ?? 0) >= ADDRESS_POLL_MS
}

/** The question is noted before it is asked, so pages that poll together ask once. */
async function askForAddress(container: MedusaContainer, stored: PaymentRow): Promise<PaymentRow> {
  const onchain = container.resolve("onchain")
  await onchain.payments.note(stored.id, { checked_at: new Date(onchain.clock()) })
  try {
    return (await onchain.refreshPayment(stored)).payment
  } catch (error) {
    // The page still shows what is known; the failed attempts are in the log.
    if (error instanceof GatewayError) return stored
    throw error
  }
}
