import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import type { OrderKeys } from "../../../modules/onchain/order-watch"

const withId = z.object({ id: z.string() })
const payableOrder = withId.extend({
  payment_collections: z.array(withId.extend({ payment_sessions: z.array(withId) })),
})

/** What ties payments to an order, of whatever provider: all that is read of an order that may be none of ours. */
export type PayableOrder = z.infer<typeof payableOrder>

/** @returns an order that was or is to be paid with crypto; null for one of others, and when there is none */
export async function findOrderOfOurs(
  container: MedusaContainer,
  orderId: string
): Promise<PayableOrder | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "payment_collections.id", "payment_collections.payment_sessions.id"],
    filters: { id: orderId },
  })
  if (data.length === 0) return null
  const order = payableOrder.parse(data[0])
  const payments = await container.resolve("onchain").orders.listOfOrder(orderToKeys(order))
  return payments.length === 0 ? null : order
}

export function orderToKeys({ id, payment_collections }: PayableOrder): OrderKeys {
  return {
    orderId: id,
    collectionIds: payment_collections.map((row) => row.id),
    sessionIds: payment_collections.flatMap((row) => row.payment_sessions.map((session) => session.id)),
  }
}
