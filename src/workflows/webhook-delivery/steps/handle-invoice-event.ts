import type { MedusaContainer } from "@medusajs/framework/types"
import type { ClaimedDelivery } from "../../../modules/onchain/inbox"
import type { DeliveryOutcome } from "../../../modules/onchain/inbox-worker"
import { settlePaymentWorkflow } from "../../payment/workflows/settle-payment"

/** An invoice nobody knows is looked for again this often: its own creation may still be on the way. */
const UNKNOWN_INVOICE_ATTEMPTS = 4

/** Works on a delivery about an invoice. @throws when the work could not be finished; the inbox then tries again */
export async function handleInvoiceEvent(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<DeliveryOutcome> {
  if (!delivery.resource_id) return { state: "ignored", note: "the delivery names no invoice" }
  const payment = await container
    .resolve("onchain")
    .payments.find({ gateway_invoice_id: delivery.resource_id })
  if (!payment) {
    if (delivery.attempts >= UNKNOWN_INVOICE_ATTEMPTS)
      return { state: "ignored", note: "not an invoice of this store" }
    throw new Error(`no payment of this store has invoice ${delivery.resource_id}`)
  }
  await settlePaymentWorkflow(container).run({ input: { payment_id: payment.id } })
  return { state: "processed" }
}
