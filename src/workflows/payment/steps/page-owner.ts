import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"

const moment = z.union([z.string(), z.date()]).nullable()
const owned = { id: z.string(), customer_id: z.string().nullable() }
const orderOf = z.object({
  order: z.object({ ...owned, status: z.string(), canceled_at: moment }).nullish(),
})
const cartOf = z.object({ cart: z.object({ ...owned, completed_at: moment }).nullish() })

/** Whose payments a collection holds, and whether anything is still to be paid there. */
export type PageOwner = {
  /** Of the order, or of the cart while there is none; also a guest, whom Medusa keeps as a customer. */
  customer_id: string | null
  isOrderPlaced: boolean
  isOrderCancelled: boolean
}

/** @returns undefined when a collection belongs to neither an order nor a cart (any more) */
export async function findPageOwner(
  container: MedusaContainer,
  collectionId: string
): Promise<PageOwner | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { payment_collection_id: collectionId }
  const [orders, carts] = await Promise.all([
    query.graph({
      entity: "order_payment_collection",
      fields: ["order.id", "order.customer_id", "order.status", "order.canceled_at"],
      filters,
    }),
    query.graph({
      entity: "cart_payment_collection",
      fields: ["cart.id", "cart.customer_id", "cart.completed_at"],
      filters,
    }),
  ])
  const order = z.array(orderOf).parse(orders.data)[0]?.order
  const cart = z.array(cartOf).parse(carts.data)[0]?.cart
  const owner = order ?? cart
  if (!owner) return undefined
  return {
    customer_id: owner.customer_id,
    isOrderPlaced: Boolean(order) || Boolean(cart?.completed_at),
    isOrderCancelled: Boolean(order && (order.status === "canceled" || order.canceled_at !== null)),
  }
}

/** Whether a customer has an account: only its login opens what is theirs. */
export async function hasAccount(container: MedusaContainer, customerId: string | null): Promise<boolean> {
  if (customerId === null) return false
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "customer",
    fields: ["id", "has_account"],
    filters: { id: customerId },
  })
  return data[0]?.has_account === true
}
