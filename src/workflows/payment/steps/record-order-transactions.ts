import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { findCapturedPayment } from "./find-captured-payment"

/**
 * Makes sure that each capture of a session is booked on its order exactly once.
 *
 * Core books them itself, but in a second step: a process that died in between leaves an order that is captured and still looks
 * unpaid, and two of core's workflows at once book the same capture twice. The caller holds the lock of bookings of the order.
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
