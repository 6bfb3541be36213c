import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { UNPAID_ORDER_CANCELLED } from "../../../modules/onchain/events"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { isCancelled, loadOrder } from "./order-record"
import { orderToKeys } from "./payable-order"
import { refundCancelledOrder } from "./refund-cancelled-order"
import { withOrderLock } from "./with-order-lock"

export const closeOrderStepId = "close-onchain-order"

/** Follows an order that was cancelled. An order of other payment methods is left alone. */
export const closeOrderStep = createStep(
  closeOrderStepId,
  async (input: { order_id: string }, { container }) => {
    await closeOrder(container, input.order_id)
    return new StepResponse({ order_id: input.order_id })
  }
)

/**
 * Brings the payments of a cancelled order to rest: what was captured at the same moment is owed back, whoever waits
 * for the end of an unpaid order is told, and the payment pages show no address any more.
 *
 * Safe to repeat. The note that an order is closed comes last, so whoever is killed or fails here leaves it to the job.
 */
export async function closeOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { orders } = container.resolve("onchain")
  const seen = await loadOrder(container, orderId)
  if (!seen || !isCancelled(seen)) return
  const known = await orders.listOfOrder(orderToKeys(seen))
  if (known.length === 0) return
  await orders.watchClosing(known.map(({ id }) => id))
  await withOrderLock(container, seen, async () => {
    const order = await loadOrder(container, orderId)
    if (!order || !isCancelled(order)) return
    const payments = await orders.listOfOrder(orderToKeys(order))
    await refundCancelledOrder(container, order)
    await announceTimeout(container, orderId, payments)
    await orders.close(payments.map(({ id }) => id))
  })
}

async function announceTimeout(
  container: MedusaContainer,
  orderId: string,
  payments: readonly PaymentRow[]
): Promise<void> {
  const timedOut = payments.find((row) => row.order_timed_out_at !== null && row.order_closed_at === null)
  if (!timedOut) return
  const { id: payment_id, session_id } = timedOut
  await container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: UNPAID_ORDER_CANCELLED, data: { order_id: orderId, payment_id, session_id } })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(`onchain: order ${orderId} was not paid in time and is cancelled`)
}
