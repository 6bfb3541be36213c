import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import type { AnyPayment } from "../../modules/onchain/payment/payment-row"
import { isPlacedUnauthorized, loadSessionFacts, type LoadedFacts } from "./load-session-facts"
import { lockKeyOf, withCartLock } from "./cart-and-order-locks"
import { reserveOrderGoodsWorkflow, areGoodsHeld } from "./reserve-order-goods"

const orders = z.array(z.object({ items: z.array(z.object({ id: z.string() })) }))
const outOfStock = z.object({
  code: z.literal(MedusaError.Codes.INSUFFICIENT_INVENTORY),
  message: z.string(),
})

/**
 * For a payment that cannot be polled: adopts an order that was placed without authorization. Safe to repeat.
 */
export async function adoptIfPlacedUnauthorized(
  container: MedusaContainer,
  payment: AnyPayment
): Promise<void> {
  if (payment.order_placed_at !== null) return
  const facts = await loadSessionFacts(container, payment, container.resolve("onchain").clock())
  if (isPlacedUnauthorized(payment, facts)) await adoptPlacedOrder(container, payment, facts)
}

/**
 * Finishes what Medusa did not: reserves the goods, and schedules the order, so that it is cancelled when it
 * is not paid in time. Under the lock of the cart, which a running completion holds. Safe to repeat.
 *
 * Without stock the goods stay unreserved, and the log says so: the shopper has the order and may be paying
 * it.
 */
export async function adoptPlacedOrder(
  container: MedusaContainer,
  payment: AnyPayment,
  seen: LoadedFacts
): Promise<void> {
  await withCartLock(container, lockKeyOf(payment, seen), async () => {
    const onchain = container.resolve("onchain")
    const now = await onchain.payments.findAny({ id: payment.id })
    if (!now) return
    const facts = await loadSessionFacts(container, now, onchain.clock())
    if (!facts.order || !isPlacedUnauthorized(now, facts)) return
    const orderId = facts.order.id
    await reserveMissingGoods(container, orderId)
    await onchain.orderFollowUps.notePlaced(payment.id, onchain.options.unpaidOrderTimeoutMinutes, orderId)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `onchain: order ${orderId} was placed by a completion that was cut off; it is followed from now on`
      )
  })
}

async function reserveMissingGoods(container: MedusaContainer, orderId: string): Promise<void> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["items.id"], filters: { id: orderId } })
  const ids = orders.parse(data).flatMap(({ items }) => items.map(({ id }) => id))
  // An operator has decided about released goods.
  if ((await areGoodsHeld(container, ids)) !== "never") return
  try {
    await reserveOrderGoodsWorkflow(container).run({ input: { order_id: orderId } })
  } catch (error) {
    const gone = outOfStock.safeParse(error)
    if (!gone.success) throw error
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: the goods of order ${orderId} are not reserved: ${gone.data.message}`)
  }
}
