import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { authorizePaymentSessionForOrderWorkflow } from "@medusajs/medusa/core-flows"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { LoadedFacts } from "./load-session-facts"
import { recordOrderTransactions } from "./record-order-transactions"

/**
 * Captures the payment of an order that exists. The caller holds the lock of the cart or collection.
 *
 * The provider answers `captured` because the payment's row is settled. A session that is not
 * `pending_authorization` belongs to an order whose placing was cut off before it authorized, or to a
 * payment collection made for an order later; it is authorized directly.
 */
export async function captureOrderPayment(
  container: MedusaContainer,
  payment: PaymentRow,
  facts: LoadedFacts
): Promise<void> {
  if (!facts.order) throw new Error(`payment ${payment.id} has no order to be captured for`)
  if (facts.session !== "captured") {
    if (facts.sessionStatus === "pending_authorization") {
      await authorizePaymentSessionForOrderWorkflow(container).run({
        input: { payment_session_id: payment.session_id },
      })
    } else {
      await container.resolve(Modules.PAYMENT).authorizePaymentSession(payment.session_id, {})
    }
  }
  await recordOrderTransactions(container, { orderId: facts.order.id, sessionId: payment.session_id })
}
