import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { SessionFacts } from "../../../domain/settlement"

const moment = z.union([z.string(), z.date()]).nullable()
/** Linked rows that were deleted since are absent. */
const orderLink = z.object({
  order: z.object({ id: z.string(), status: z.string(), canceled_at: moment }).nullish(),
})
const cartLink = z.object({ cart: z.object({ id: z.string(), completed_at: moment }).nullish() })

/** @returns the order and the cart that a payment collection belongs to, null for what is not there (any more) */
export async function findOrderAndCart(
  container: MedusaContainer,
  collectionId: string
): Promise<Pick<SessionFacts, "order" | "cart">> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { payment_collection_id: collectionId }
  const [orders, carts] = await Promise.all([
    query.graph({
      entity: "order_payment_collection",
      fields: ["order.id", "order.status", "order.canceled_at"],
      filters,
    }),
    query.graph({ entity: "cart_payment_collection", fields: ["cart.id", "cart.completed_at"], filters }),
  ])
  const order = z.array(orderLink).parse(orders.data)[0]?.order
  const cart = z.array(cartLink).parse(carts.data)[0]?.cart
  return {
    order: order
      ? { id: order.id, isCancelled: order.status === "canceled" || order.canceled_at !== null }
      : null,
    cart: cart ? { id: cart.id, isCompleted: cart.completed_at !== null } : null,
  }
}
