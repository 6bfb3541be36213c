import type { MedusaContainer } from "@medusajs/framework/types"
import { reasonAgainstApplying, type ApplicationTarget } from "../../../domain/payment-application"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { isCancelled, outstandingOf, type OrderRecord } from "../../order/steps/order-record"
import { orderToKeys } from "../../order/steps/payable-order"

/**
 * Why the money of a payment cannot pay an order, in the operator's words.
 *
 * @param value what it is worth in major units, null when that is not known
 * @returns null when it can
 */
export async function findReasonAgainst(
  container: MedusaContainer,
  payment: PaymentRow,
  value: string | null,
  order: OrderRecord
): Promise<string | null> {
  const rows = await container.resolve("onchain").orders.listOfOrder(orderToKeys(order))
  const target: ApplicationTarget = {
    isCancelled: isCancelled(order),
    status: order.status,
    outstanding: outstandingOf(order),
    currency_code: order.currency_code,
    assets: rows,
    isBeingCaptured: rows.some((row) => row.id !== payment.id && row.state === "settled"),
    hasApplication: rows.some(
      (row) => row.id !== payment.id && row.resolution === "apply" && row.state === "unallocated"
    ),
  }
  return reasonAgainstApplying({ ...payment, value }, target)
}
