import type { MedusaContainer } from "@medusajs/framework/types"
import type { ClaimedDelivery } from "../../../modules/onchain/inbox"
import type { DeliveryOutcome } from "../../../modules/onchain/inbox-worker"
import { adoptDepositInvoice, type Adoption } from "../../payment/steps/adopt-deposit-invoice"
import { settlePaymentWorkflow } from "../../payment/workflows/settle-payment"

/** An invoice nobody knows is looked for again this often: its own creation may still be on the way. */
const UNKNOWN_INVOICE_ATTEMPTS = 4

/** Works on a delivery about an invoice. @throws when the work could not be finished; the inbox then tries again */
export async function handleInvoiceEvent(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<DeliveryOutcome> {
  const invoiceId = delivery.resource_id
  if (!invoiceId) return { state: "ignored", note: "the delivery names no invoice" }
  const found = await findPayment(container, invoiceId)
  if (found.kind === "none") return { state: "ignored", note: found.note }
  if (found.kind === "payment") {
    await settlePaymentWorkflow(container).run({ input: { payment_id: found.paymentId } })
    return { state: "processed" }
  }
  if (delivery.attempts >= UNKNOWN_INVOICE_ATTEMPTS)
    return { state: "ignored", note: "not an invoice of this store" }
  throw new Error(`no payment of this store has invoice ${invoiceId}`)
}

async function findPayment(container: MedusaContainer, invoiceId: string): Promise<Adoption> {
  const payment = await container.resolve("onchain").payments.find({ gateway_invoice_id: invoiceId })
  return payment ? { kind: "payment", paymentId: payment.id } : adoptDepositInvoice(container, invoiceId)
}
