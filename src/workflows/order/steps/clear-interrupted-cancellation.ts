import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"

/** A cancellation that is still running is younger than this. */
const INTERRUPTED_AFTER_MS = 60_000
/** The change with which core's cancellation books credit lines. */
const BY_CANCELLATION = "credit_line"

const openChange = z.object({
  id: z.string(),
  order_id: z.string(),
  change_type: z.string().nullable(),
  created_at: z.coerce.date(),
})

/** A change of an order that is neither confirmed nor given up. */
export type OpenChange = z.infer<typeof openChange>

/**
 * Takes back what a cancellation by core left behind when its process was killed: its open change. An order with an open change
 * cannot be cancelled, by anybody.
 *
 * @returns the changes of the order that stay open
 */
export async function clearInterruptedCancellation(
  container: MedusaContainer,
  orderId: string
): Promise<readonly OpenChange[]> {
  const isStale = interruptedBy(Date.now())
  const open = await listOpen(container, { order_id: orderId })
  const stale = open.filter(isStale).map(({ id }) => id)
  if (stale.length > 0) await container.resolve(Modules.ORDER).deleteOrderChanges(stale)
  return open.filter(({ id }) => !stale.includes(id))
}

/** @returns ids of orders, by any provider, that nobody can cancel for such a change */
export async function listInterruptedCancellations(container: MedusaContainer): Promise<string[]> {
  const isStale = interruptedBy(Date.now())
  const open = await listOpen(container, { change_type: BY_CANCELLATION })
  return [...new Set(open.filter(isStale).map(({ order_id }) => order_id))]
}

/** Whether core cancels an order with a change: now, or when its process was killed. */
export const isOfCancellation = ({ change_type }: Pick<OpenChange, "change_type">) =>
  change_type === BY_CANCELLATION

const interruptedBy = (now: number) => (change: OpenChange) =>
  isOfCancellation(change) && change.created_at.getTime() < now - INTERRUPTED_AFTER_MS

async function listOpen(
  container: MedusaContainer,
  filters: { order_id?: string; change_type?: string }
): Promise<readonly OpenChange[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_change",
    fields: ["id", "order_id", "change_type", "created_at"],
    filters: { ...filters, status: ["pending", "requested"] },
  })
  return z.array(openChange).parse(data)
}
