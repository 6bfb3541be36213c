import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"

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
