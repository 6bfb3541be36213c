import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import { oweMedusaRefund } from "../refund/owe-refund"
import { withOrderLock } from "./cart-and-order-locks"
import type { CollectedPayment, OrderRecord } from "./order-record"
import { isCancelled, loadOrder, orderToKeys } from "./order-record"

/**
 * Finishes the payments of a cancelled order: a simultaneous capture is owed back, the end of an unpaid order
 * is published, and payment pages show no address any more. An order of other payment methods is left alone.
 *
 * Safe to repeat. The mark that an order is closed comes last, so the job finishes what is interrupted.
 */
export async function closeOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { orderFollowUps } = container.resolve("onchain")
  const seen = await loadOrder(container, orderId)
  if (!seen || !isCancelled(seen)) return
  const known = await orderFollowUps.listOfOrder(orderToKeys(seen))
  if (known.length === 0) return
  await orderFollowUps.watchClosing(known.map(({ id }) => id))
  await withOrderLock(container, seen, async () => {
    const order = await loadOrder(container, orderId)
    if (!order || !isCancelled(order)) return
    const payments = await orderFollowUps.listOfOrder(orderToKeys(order))
    await refundCancelledOrder(container, order)
    await orderFollowUps.close(
      orderId,
      payments.map(({ id }) => id)
    )
  })
}

const NOTE = "The order was cancelled at the moment it was paid"

/**
 * Makes sure that what a cancelled order was paid with our payments is owed back, once.
 *
 * Core refunds what it sees when it begins to cancel; a later capture is not among it, and a failed refund is
 * only in core's log. What is still kept is refunded through Medusa's payment module, which fails when our
 * provider does; core's workflow hides that, and books the refund all the same. A refund of Medusa that never
 * reached our provider is recorded here.
 *
 * Nothing moves. Safe to repeat under the order's lock, and Medusa never refunds more than was captured.
 *
 * @throws whatever keeps a refund from being recorded; the order is not closed then
 */
async function refundCancelledOrder(container: MedusaContainer, order: OrderRecord): Promise<void> {
  for (const payment of paymentsOf(order)) {
    for (const { id, raw_amount } of payment.refunds)
      await oweMedusaRefund(container, {
        id,
        fiatAmount: raw_amount.value,
        sessionId: payment.payment_session_id,
      })
    await refundKept(container, order, payment)
  }
  const now = await loadOrder(container, order.id)
  if (now) await bookMissingRefunds(container, now, paymentsOf(now))
}

async function refundKept(
  container: MedusaContainer,
  order: OrderRecord,
  payment: CollectedPayment
): Promise<void> {
  const kept = MathBN.sub(sum(payment.captures), sum(payment.refunds))
  if (MathBN.lte(kept, 0)) return
  await container
    .resolve(Modules.PAYMENT)
    .refundPayment({ payment_id: payment.id, amount: kept.toFixed(), note: NOTE })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`onchain: order ${order.id} was cancelled at the moment it was paid; its refund is due`)
}

function paymentsOf({ payment_collections }: OrderRecord): CollectedPayment[] {
  return payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ provider_id }) => isOwnProvider(provider_id))
}

const sum = (rows: { raw_amount: { value: string } }[]) => MathBN.sum(...rows.map((row) => row.raw_amount))

const bookings = z.array(z.object({ raw_amount: z.object({ value: z.string() }) }))

/**
 * Makes sure that the refunds of some payments are booked on their order.
 *
 * Core names the payment where it cancels an order, and the refund where a merchant refunds it; both count.
 * It may have booked a failed refund, and then nothing is missing once that is repeated. The caller holds the
 * order's lock.
 */
async function bookMissingRefunds(
  container: MedusaContainer,
  { id: order_id, currency_code }: OrderRecord,
  payments: readonly CollectedPayment[]
): Promise<void> {
  const orderModule = container.resolve(Modules.ORDER)
  for (const { id, refunds } of payments) {
    const last = refunds.at(-1)
    if (!last) continue
    const rows = await orderModule.listOrderTransactions({
      order_id,
      reference: "refund",
      reference_id: [id, ...refunds.map((refund) => refund.id)],
    })
    const refunded = MathBN.sum(...refunds.map((refund) => refund.raw_amount))
    const booked = MathBN.sum(...bookings.parse(rows).map(({ raw_amount }) => raw_amount))
    // A refund is booked as a negative amount.
    const missing = MathBN.add(refunded, booked)
    if (MathBN.lte(missing, 0)) continue
    const amount = MathBN.mult(missing, -1)
    await orderModule.addOrderTransactions([
      { order_id, amount, currency_code, reference: "refund", reference_id: last.id },
    ])
  }
}
