import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import {
  confirmVariantInventoryWorkflow,
  reserveInventoryStep,
  useQueryGraphStep,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"

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
 * Reserves the goods of an order as core does when it completes a cart. The caller knows that none are
 * reserved.
 *
 * Fails with `insufficient_inventory`, and reserves nothing, when there are not enough. A workflow, because steps of core's own
 * completion run only in one; not for stores.
 */
export const reserveOrderGoodsWorkflow = createWorkflow(
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
export type GoodsHeld = "never" | "given_back" | "held"

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
