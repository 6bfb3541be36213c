import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { areGoodsHeld } from "./order-reservations"

const moment = z.union([z.string(), z.date()]).nullable()
const goods = z.object({
  items: z.array(z.object({ id: z.string() })),
  fulfillments: z.array(z.object({ canceled_at: moment })),
})

/**
 * Whether a cancellation of ours was cut off after core had given the goods of the order back, and before it had cancelled
 * it. The caller holds a lock without which no order is cancelled for being unpaid, so nobody is at it.
 *
 * @param collectionIds of the payments that are to pay the order
 */
export async function isHalfCancelled(
  container: MedusaContainer,
  orderId: string,
  collectionIds: readonly string[]
): Promise<boolean> {
  const { orders } = container.resolve("onchain")
  if (!(await orders.isTimeoutNoted(collectionIds))) return false
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["items.id", "fulfillments.canceled_at"], filters: { id: orderId } })
  const [order] = z.array(goods).parse(data)
  // Goods that are on their way are not reserved any more either.
  if (!order || order.fulfillments.some(({ canceled_at }) => canceled_at === null)) return false
  const ids = order.items.map(({ id }) => id)
  return (await areGoodsHeld(container, ids)) === "given_back"
}
