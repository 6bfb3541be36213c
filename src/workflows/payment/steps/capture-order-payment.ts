import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { findCapturedPayment } from "./find-captured-payment"
import type { LoadedFacts } from "./load-session-facts"
import { recordOrderTransactions } from "./record-order-transactions"

/**
 * Captures the payment of an order that exists, and books it. The caller holds the lock of the cart or collection.
 *
 * The provider answers `captured` because the payment's row is settled. Core's own workflow for this books without looking at what
 * is booked, so the session is authorized directly. Medusa's lock can be lost: under the lock of bookings it is read again whether
 * somebody else has captured it.
 */
export async function captureOrderPayment(
  container: MedusaContainer,
  payment: PaymentRow,
  { order, cart }: Pick<LoadedFacts, "order" | "cart">
): Promise<void> {
  if (!order) throw new Error(`payment ${payment.id} has no order to be captured for`)
  const { bookings, payments } = container.resolve("onchain")
  await bookings.run(order.id, async () => {
    const captured = await findCapturedPayment(container, payment.session_id)
    if (!captured) {
      // The order is there, so the provider must not be asked whether it may be placed.
      if (cart)
        await payments.note(payment.id, {
          order_placed_at: payment.order_placed_at ?? new Date(),
          placed_order_id: order.id,
        })
      await container.resolve(Modules.PAYMENT).authorizePaymentSession(payment.session_id, {})
    }
    await recordOrderTransactions(container, { orderId: order.id, sessionId: payment.session_id })
  })
}
