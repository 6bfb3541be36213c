import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import { findCapturedPayment } from "./order-record"
import type { LoadedFacts } from "./load-session-facts"

/**
 * Captures the payment of an existing order, and books it. The caller holds the lock of the cart or
 * collection.
 *
 * The provider answers `captured` because the payment's row is settled. Core's own workflow books without
 * checking for bookings, so the session is authorized directly. Medusa's lock can be lost, so it is read
 * again as exclusive work whether another process has captured it.
 */
export async function captureOrderPayment(
  container: MedusaContainer,
  payment: PaymentRow,
  { order, cart }: Pick<LoadedFacts, "order" | "cart">
): Promise<void> {
  if (!order) throw new Error(`payment ${payment.id} has no order to be captured for`)
  const { exclusiveWork, payments } = container.resolve("onchain")
  await exclusiveWork.run(order.id, async () => {
    const captured = await findCapturedPayment(container, payment.session_id)
    if (!captured) {
      // The order is placed, so the provider must not be asked whether it may be.
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

/**
 * Makes sure that each capture of a session is booked on its order exactly once.
 *
 * Core books in a second step: a process that died in between leaves a captured order that looks unpaid, and
 * two of core's workflows in parallel book the same capture twice. The caller holds the order's exclusive work.
 *
 * @throws when nothing was captured for the session
 */
export async function recordOrderTransactions(
  container: MedusaContainer,
  input: { orderId: string; sessionId: string }
): Promise<void> {
  const payment = await findCapturedPayment(container, input.sessionId)
  if (!payment) throw new Error(`session ${input.sessionId} has no capture to book`)
  const { captures, currency_code } = payment
  const orderModule = container.resolve(Modules.ORDER)
  const booked = await orderModule.listOrderTransactions(
    { order_id: input.orderId, reference: "capture", reference_id: captures.map((capture) => capture.id) },
    { order: { created_at: "ASC" } }
  )
  const surplus = booked.filter(
    (row, index) => booked.findIndex(({ reference_id }) => reference_id === row.reference_id) < index
  )
  if (surplus.length > 0) {
    await orderModule.softDeleteOrderTransactions(surplus.map(({ id }) => id))
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: order ${input.orderId} had a capture booked twice; it is booked once now`)
  }
  const missing = captures.filter((capture) => !booked.some((row) => row.reference_id === capture.id))
  if (missing.length === 0) return
  await orderModule.addOrderTransactions(
    missing.map((capture) => ({
      order_id: input.orderId,
      amount: capture.raw_amount,
      currency_code,
      reference: "capture",
      reference_id: capture.id,
    }))
  )
}
