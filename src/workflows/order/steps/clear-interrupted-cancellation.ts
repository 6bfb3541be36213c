import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"

/** A cancellation that is still running is younger than this. */
const INTERRUPTED_AFTER_MS = 60_000

const openChange = z.object({ id: z.string(), order_id: z.string() })
type OpenChange = z.infer<typeof openChange>

/**
 * Takes back what a cancellation by core left behind when its process was killed: the open change with which it books
 * credit lines. An order with an open change cannot be cancelled, by anybody.
 */
export async function clearInterruptedCancellation(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const stale = await listInterrupted(container, { order_id: orderId })
  if (stale.length > 0) await container.resolve(Modules.ORDER).deleteOrderChanges(stale.map(({ id }) => id))
}

/** @returns ids of orders, by any provider, that nobody can cancel for such a change */
export async function listInterruptedCancellations(container: MedusaContainer): Promise<string[]> {
  const stale = await listInterrupted(container, {})
  return [...new Set(stale.map(({ order_id }) => order_id))]
}

async function listInterrupted(
  container: MedusaContainer,
  of: { order_id?: string }
): Promise<readonly OpenChange[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_change",
    fields: ["id", "order_id"],
    filters: {
      ...of,
      change_type: "credit_line",
      status: ["pending", "requested"],
      created_at: { $lt: new Date(Date.now() - INTERRUPTED_AFTER_MS) },
    },
  })
  return z.array(openChange).parse(data)
}
