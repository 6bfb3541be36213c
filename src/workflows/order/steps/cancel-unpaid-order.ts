import type { MedusaContainer } from "@medusajs/framework/types"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { decideUnpaidOrder, type UnpaidOrderDecision } from "../../../domain/unpaid-order"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { settlePayment } from "../../payment/steps/settle-payment"
import { clearInterruptedCancellation } from "./clear-interrupted-cancellation"
import { isCancelled, loadOrder, type OrderRecord, orderToKeys } from "./order-record"
import { loadUnpaidOrderFacts } from "./unpaid-order-facts"
import { withOrderLock } from "./with-order-lock"

/** Why an order that is out of time was not cancelled, or that it is. */
export type UnpaidOrderEnd = UnpaidOrderDecision["kind"]

/**
 * Cancels an order that was not paid in time, unless its money is there or on its way.
 *
 * The gateway is asked first, by the path that captures: what it calls settled is captured here and now. What it says
 * after that finds either an order that was captured or one that is cancelled, because both happen under one lock.
 *
 * @throws GatewayError when the gateway does not answer; the order is left as it is
 */
export async function cancelUnpaidOrder(
  container: MedusaContainer,
  payment: PaymentRow,
  seen: OrderRecord
): Promise<UnpaidOrderEnd> {
  const { orders } = container.resolve("onchain")
  for (const row of await orders.listOfOrder(orderToKeys(seen))) await askGateway(container, row)
  return withOrderLock(container, seen, async () => {
    const order = await loadOrder(container, seen.id)
    if (!order) return "over"
    if (isCancelled(order)) return "cancel"
    const decision = decideUnpaidOrder(await loadUnpaidOrderFacts(container, order))
    if (decision.kind !== "cancel") {
      await orders.forgetTimeout(payment.id)
      return decision.kind
    }
    if (payment.order_timed_out_at) await clearInterruptedCancellation(container, order.id)
    await orders.noteTimedOut(payment.id)
    await cancelOrderWorkflow(container).run({ input: { order_id: order.id } })
    return "cancel"
  })
}

/** Final payments say nothing new, and one that has no invoice yet cannot be asked for. */
async function askGateway(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  if (payment.state === "captured" || payment.state === "unallocated" || !payment.gateway_invoice_id) return
  await settlePayment(container, payment.id)
}
