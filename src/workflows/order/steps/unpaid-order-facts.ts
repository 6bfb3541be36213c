import type { MedusaContainer } from "@medusajs/framework/types"
import type { UnpaidOrderFacts } from "../../../domain/unpaid-order"
import { isHalfCancelled } from "./half-cancelled-order"
import type { OrderRecord } from "./order-record"
import { orderToKeys } from "./payable-order"

/**
 * Reads what decides about an unpaid order. The caller holds the order's lock and has loaded the order under it.
 *
 * @param asked what the gateway was asked just before
 */
export async function loadUnpaidOrderFacts(
  container: MedusaContainer,
  order: OrderRecord,
  asked: Pick<UnpaidOrderFacts, "hasUnknownInvoice" | "areDepositsRead">
): Promise<UnpaidOrderFacts> {
  const { orders } = container.resolve("onchain")
  const rows = await orders.listOfOrder(orderToKeys(order))
  const own = rows.filter((row) => row.applied_order_id !== order.id || row.state !== "unallocated")
  return {
    payments: own.map(({ state }) => state),
    hasOtherPayment: order.payment_collections.some(({ payments }) =>
      payments.some(({ canceled_at, captures }) => canceled_at === null || captures.length > 0)
    ),
    hasFulfillment: order.fulfillments.some(({ canceled_at }) => canceled_at === null),
    isHalfCancelled: await isHalfCancelled(container, order.id, orderToKeys(order).collectionIds),
    status: order.status,
    hasApplication: rows.some(
      (row) =>
        row.applied_order_id === order.id && row.resolution === "apply" && row.resolution_done_at === null
    ),
    hasDepositInReview: await orders.hasDepositFor(own.map(({ id }) => id)),
    ...asked,
    isSearched: await orders.areSearched(own.map(({ id }) => id)),
  }
}
