import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { isOwnProvider } from "../../../modules/onchain/own-provider"
import { oweMedusaRefund } from "../../refund/steps/owe-medusa-refund"
import { bookMissingRefunds } from "./book-missing-refunds"
import { type CollectedPayment, loadOrder, type OrderRecord } from "./order-record"

const NOTE = "The order was cancelled at the moment it was paid"

/**
 * Makes sure that what a cancelled order was paid with our payments is owed back, once.
 *
 * Core refunds what it sees when it begins to cancel; a capture that came in that moment is not among it, and a refund
 * that failed is only in core's log. What is still kept is refunded through Medusa's payment module, which fails when
 * our provider does: core's workflow hides that, and books the refund on the order all the same. A refund of Medusa
 * whose process died before our provider was asked is recorded here.
 *
 * Nothing moves. Safe to repeat; the caller holds the order's lock, and Medusa never refunds more than was captured.
 *
 * @throws whatever keeps a refund from being recorded; the order is not closed then
 */
export async function refundCancelledOrder(container: MedusaContainer, order: OrderRecord): Promise<void> {
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
