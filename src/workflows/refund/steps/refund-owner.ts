import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { findOrderOfPayment } from "../../order/steps/find-order-of-payment"

/** Whose money it is: the order that was paid, and its customer, guests included. */
export type RefundOwner = { orderId: string | null; customerId: string | null }

const Orders = z.array(z.object({ customer_id: z.string().nullish() })).max(1)

/** Finds out who is owed a refund of a payment. Medusa's customer of the order counts before the one who was signed in. */
export async function findRefundOwner(container: MedusaContainer, payment: PaymentRow): Promise<RefundOwner> {
  const orderId = await findOrderOfPayment(container, payment)
  if (orderId === null) return { orderId, customerId: payment.customer_id }
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["customer_id"], filters: { id: orderId } })
  const [order] = Orders.parse(data)
  return { orderId, customerId: order?.customer_id ?? payment.customer_id }
}
