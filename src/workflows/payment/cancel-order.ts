import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { areGoodsHeld } from "./adopt-order"
import { moment, notAllowed, readRows, withId } from "./order-record"

/**
 * Makes sure that core can cancel or credit an order before it is called: takes back what an interrupted cancellation left open,
 * and refuses while there is any other change. Core finds an open change only after it has released the stock, and reserves it
 * again for each refused attempt: two of them in parallel would count it twice.
 *
 * @throws MedusaError `not_allowed` while one is: an edit, or a running cancellation
 */
export async function requireNoOpenChange(
  container: MedusaContainer,
  orderId: string,
  refused = "Medusa cancels no order"
): Promise<void> {
  const [open] = await clearInterruptedCancellation(container, orderId)
  if (!open) return
  const what = `order ${orderId} has an open ${open.change_type ?? "change"} ${open.id}, with which ${refused}`
  throw notAllowed(
    isOfCancellation(open)
      ? `${what}: it is being cancelled or credited, or was when a process stopped; try again in two minutes`
      : `${what}; that has to be ended first`
  )
}

/** Core refunds what was captured, and books it. The caller holds the lock of the order. */
export async function runCancellation(container: MedusaContainer, orderId: string): Promise<void> {
  await container
    .resolve("onchain")
    .exclusiveWork.run(orderId, () => cancelOrderWorkflow(container).run({ input: { order_id: orderId } }))
}

/** A running cancellation is younger than this. */
const INTERRUPTED_AFTER_MS = 60_000
/** The change with which core's cancellation books credit lines. */
const BY_CANCELLATION = "credit_line"

const openChange = z.object({
  id: z.string(),
  order_id: z.string(),
  change_type: z.string().nullable(),
  created_at: z.coerce.date(),
})

/** Neither confirmed nor cancelled. */
type OpenChange = z.infer<typeof openChange>

/** Takes back the open change that a killed cancellation by core left behind. @returns the changes of the order that stay open */
export async function clearInterruptedCancellation(
  container: MedusaContainer,
  orderId: string
): Promise<readonly OpenChange[]> {
  const open = await listOpen(container, { order_id: orderId })
  const isStale = await interruptedIn(container, open)
  const stale = open.filter(isStale).map(({ id }) => id)
  if (stale.length > 0) await container.resolve(Modules.ORDER).deleteOrderChanges(stale)
  return open.filter(({ id }) => !stale.includes(id))
}

/** @returns ids of orders, of any provider, that cannot be cancelled for such a change */
export async function listInterruptedCancellations(container: MedusaContainer): Promise<string[]> {
  const open = await listOpen(container, { change_type: BY_CANCELLATION })
  const isStale = await interruptedIn(container, open)
  return [...new Set(open.filter(isStale).map(({ order_id }) => order_id))]
}

const isOfCancellation = ({ change_type }: Pick<OpenChange, "change_type">) => change_type === BY_CANCELLATION

/** A process whose clock is behind dates a change that it is just making too early. */
async function interruptedIn(container: MedusaContainer, open: readonly OpenChange[]) {
  const atMs = open.length > 0 ? await container.resolve("onchain").status.earliestTime() : 0
  return (change: OpenChange) =>
    isOfCancellation(change) && change.created_at.getTime() < atMs - INTERRUPTED_AFTER_MS
}

function listOpen(
  container: MedusaContainer,
  filters: { order_id: string } | { change_type: string }
): Promise<OpenChange[]> {
  return readRows(container, "order_change", openChange, { ...filters, status: ["pending", "requested"] })
}

const goods = z.object({
  items: z.array(withId),
  fulfillments: z.array(z.object({ canceled_at: moment })),
})

/**
 * Whether an interrupted cancellation has released the goods of an order. The caller holds the lock of cancellations, so none is
 * running.
 */
export async function isHalfCancelled(container: MedusaContainer, orderId: string): Promise<boolean> {
  const [order] = await readRows(container, "order", goods, { id: orderId })
  // Fulfilled goods are not reserved any more either.
  if (!order || order.fulfillments.some(({ canceled_at }) => canceled_at === null)) return false
  const ids = order.items.map(({ id }) => id)
  return (await areGoodsHeld(container, ids)) === "given_back"
}
