import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import {
  confirmVariantInventoryWorkflow,
  reserveInventoryStep,
  useQueryGraphStep,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import type { AnyPayment } from "../../modules/onchain/payment/payment-row"
import { lockKeyOf, withCartLock } from "./capture"
import { isPlacedUnauthorized, type LoadedFacts, loadSessionFacts, readRows, withId } from "./order-record"

const VARIANT = "items.variant"
const INVENTORY = `${VARIANT}.inventory_items`
const LEVEL = `${INVENTORY}.inventory.location_levels`
/** What core reads of a cart before it reserves its goods. */
const FIELDS = [
  "id",
  "sales_channel_id",
  "items.id",
  "items.variant_id",
  "items.quantity",
  "items.detail.quantity",
  `${VARIANT}.id`,
  `${VARIANT}.manage_inventory`,
  `${VARIANT}.allow_backorder`,
  `${INVENTORY}.inventory_item_id`,
  `${INVENTORY}.variant_id`,
  `${INVENTORY}.required_quantity`,
  `${LEVEL}.location_id`,
  `${LEVEL}.stocked_quantity`,
  `${LEVEL}.reserved_quantity`,
  `${LEVEL}.raw_stocked_quantity`,
  `${LEVEL}.raw_reserved_quantity`,
  `${LEVEL}.stock_locations.id`,
  `${LEVEL}.stock_locations.sales_channels.id`,
]

/**
 * Reserves the goods of an order as core does when it completes a cart. Fails with `insufficient_inventory`, and reserves
 * nothing, when there are not enough. A workflow, because steps of core run only in one; not for stores.
 */
const reserveOrderGoodsWorkflow = createWorkflow(
  "reserve-goods-of-onchain-order",
  (input: { order_id: string }) => {
    const { data: orders } = useQueryGraphStep({
      entity: "order",
      fields: FIELDS,
      filters: { id: input.order_id },
      options: { throwIfKeyNotFound: true },
    })
    const goods = transform({ orders }, ({ orders: [order] }) => ({
      sales_channel_id: order.sales_channel_id,
      variants: order.items.flatMap(({ variant }: { variant: unknown }) => (variant ? [variant] : [])),
      items: order.items.map(({ id, variant_id, quantity }: Record<string, unknown>) => ({
        id,
        variant_id,
        quantity,
      })),
    }))
    const confirmed = confirmVariantInventoryWorkflow.runAsStep({ input: goods })
    reserveInventoryStep(confirmed)
    return new WorkflowResponse({ order_id: input.order_id })
  }
)

const reservations = z.array(z.object({ deleted_at: z.union([z.string(), z.date()]).nullable() }))

/** Whether goods were ever reserved for lines of an order, and still are. */
type GoodsHeld = "never" | "given_back" | "held"

/** @param itemIds of the order's lines */
export async function areGoodsHeld(
  container: MedusaContainer,
  itemIds: readonly string[]
): Promise<GoodsHeld> {
  if (itemIds.length === 0) return "never"
  const found = reservations.parse(
    await container
      .resolve(Modules.INVENTORY)
      .listReservationItems({ line_item_id: [...itemIds] }, { withDeleted: true, take: null })
  )
  if (found.length === 0) return "never"
  return found.every(({ deleted_at }) => deleted_at !== null) ? "given_back" : "held"
}

const goods = z.object({ items: z.array(withId) })
const outOfStock = z.object({
  code: z.literal(MedusaError.Codes.INSUFFICIENT_INVENTORY),
  message: z.string(),
})

/**
 * Adopts an order that was placed without our authorization, under the lock of the cart, which a running completion holds:
 * links it to its payment, reserves the goods, and schedules the order to be cancelled when it is not paid in time. Without stock the goods stay
 * unreserved: the shopper has the order and may be paying it.
 *
 * @param seen what was read of the payment's session just now
 */
export async function adoptPlacedOrder(
  container: MedusaContainer,
  payment: AnyPayment,
  seen?: LoadedFacts
): Promise<void> {
  if (payment.order_placed_at !== null) return
  const { payments, orderFollowUps, options } = container.resolve("onchain")
  const found = seen ?? (await loadSessionFacts(container, payment))
  if (!isPlacedUnauthorized(payment, found)) return
  await withCartLock(container, lockKeyOf(payment, found), async () => {
    const now = await payments.findAny({ id: payment.id })
    if (!now) return
    const facts = await loadSessionFacts(container, now)
    if (!facts.order || !isPlacedUnauthorized(now, facts)) return
    const orderId = facts.order.id
    await linkToPayment(container, orderId, facts)
    await reserveMissingGoods(container, orderId)
    await orderFollowUps.notePlaced(payment.id, options.unpaidOrderTimeoutMinutes, orderId)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `onchain: order ${orderId} was placed by a completion that was cut off; it is followed from now on`
      )
  })
}

/** Writes the links that core writes beside the order; safe to repeat. */
async function linkToPayment(
  container: MedusaContainer,
  orderId: string,
  { cart, collectionId }: LoadedFacts
): Promise<void> {
  if (collectionId !== null)
    await container.resolve(ContainerRegistrationKeys.LINK).create({
      [Modules.ORDER]: { order_id: orderId },
      [Modules.PAYMENT]: { payment_collection_id: collectionId },
    })
  if (cart && !cart.isCompleted)
    await container.resolve(Modules.CART).updateCarts(cart.id, { completed_at: new Date() })
}

async function reserveMissingGoods(container: MedusaContainer, orderId: string): Promise<void> {
  const orders = await readRows(container, "order", goods, { id: orderId })
  const ids = orders.flatMap(({ items }) => items.map(({ id }) => id))
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
