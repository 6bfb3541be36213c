import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { loadSessionFacts, type LoadedFacts } from "../../payment/steps/load-session-facts"
import { lockKeyOf, withCartLock } from "../../payment/steps/with-cart-lock"
import { reserveOrderGoodsWorkflow } from "../workflows/reserve-order-goods"
import { areGoodsHeld } from "./order-reservations"

const orders = z.array(z.object({ items: z.array(z.object({ id: z.string() })) }))
const outOfStock = z.object({
  code: z.literal(MedusaError.Codes.INSUFFICIENT_INVENTORY),
  message: z.string(),
})

/**
 * Whether a cart became an order without us being asked: Medusa writes the order first, then its links, the mark of the
 * cart and the reservations side by side, and asks the provider last. When its process is killed in between, nobody takes
 * that back, and completing the cart again answers with the order as it is.
 */
export function isPlacedUnasked(payment: PaymentRow, facts: LoadedFacts): boolean {
  const { order, cart, session, sessionStatus, isPaidOtherwise } = facts
  return (
    payment.order_placed_at === null &&
    sessionStatus === "pending" &&
    session === "alive" &&
    order?.isCancelled === false &&
    cart !== null &&
    !isPaidOtherwise
  )
}

/** Looks whether the order of a payment was placed unasked, for one that cannot be asked for. Safe to repeat. */
export async function adoptIfPlacedUnasked(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  if (payment.order_placed_at !== null) return
  const facts = await loadSessionFacts(container, payment, container.resolve("onchain").clock())
  if (isPlacedUnasked(payment, facts)) await adoptPlacedOrder(container, payment, facts)
}

/**
 * Makes up for what Medusa did not get to: the goods are reserved, and the order is watched, so that it is cancelled when it is
 * not paid in time. Under the lock of the cart, which a completion that still runs holds. Safe to repeat.
 *
 * Goods that are gone stay unreserved, and the log says so: the shopper has the order and may be paying it.
 */
export async function adoptPlacedOrder(
  container: MedusaContainer,
  payment: PaymentRow,
  seen: LoadedFacts
): Promise<void> {
  await withCartLock(container, lockKeyOf(payment, seen), async () => {
    const onchain = container.resolve("onchain")
    const now = await onchain.payments.find({ id: payment.id })
    if (!now) return
    const facts = await loadSessionFacts(container, now, onchain.clock())
    if (!facts.order || !isPlacedUnasked(now, facts)) return
    const orderId = facts.order.id
    await reserveMissingGoods(container, orderId)
    await onchain.orders.notePlaced(payment.id, onchain.options.unpaidOrderTimeoutMinutes, orderId)
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
  // About those that were given back somebody has decided.
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
