import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"

/** A cancellation that is still running is younger than this. */
const INTERRUPTED_AFTER_MS = 60_000

const openChange = z.object({ id: z.string(), created_at: z.coerce.date() })

/**
 * Takes back what a cancellation by core left behind when its process was killed: the open change with which it books
 * credit lines. An order with an open change cannot be cancelled, by anybody.
 */
export async function clearInterruptedCancellation(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_change",
    fields: ["id", "created_at"],
    filters: { order_id: orderId, change_type: "credit_line", status: ["pending", "requested"] },
  })
  const stale = z
    .array(openChange)
    .parse(data)
    .filter(({ created_at }) => Date.now() - created_at.getTime() > INTERRUPTED_AFTER_MS)
  if (stale.length > 0) await container.resolve(Modules.ORDER).deleteOrderChanges(stale.map(({ id }) => id))
}
