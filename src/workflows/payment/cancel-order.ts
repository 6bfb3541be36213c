import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { areGoodsHeld } from "./capture"

/**
 * Makes sure that core can cancel an order before it is called: takes back what an interrupted cancellation
 * left open, and refuses while there is any other change. Core finds an open change only after it has
 * released the stock, and reserves it again for each refused attempt: two of them in parallel would count it
 * twice.
 *
 * @throws MedusaError `not_allowed` while a change of the order is open: an edit, or a running cancellation
 */
export async function makeCancellable(container: MedusaContainer, orderId: string): Promise<void> {
  await requireNoOpenChange(container, orderId, "Medusa cancels no order")
}

/**
 * @param refused what core does not do while a change of the order is open
 * @throws MedusaError `not_allowed` while one is
 */
export async function requireNoOpenChange(
  container: MedusaContainer,
  orderId: string,
  refused: string
): Promise<void> {
  const [open] = await clearInterruptedCancellation(container, orderId)
  if (!open) return
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, describe(orderId, open, refused))
}

function describe(orderId: string, change: OpenChange, refused: string): string {
  const what = `${change.change_type ?? "change"} ${change.id}`
  const open = `order ${orderId} has an open ${what}, with which ${refused}`
  return isOfCancellation(change)
    ? `${open}: it is being cancelled or credited, or was when a process stopped; try again in two minutes`
    : `${open}; that has to be ended first`
}

/**
 * Finishes an interrupted cancellation for being unpaid, under the lock of the order.
 *
 * @throws while its change may still be in progress; the caller retries
 */
export async function finishCancellation(container: MedusaContainer, orderId: string): Promise<void> {
  await makeCancellable(container, orderId)
  await runCancellation(container, orderId)
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

/**
 * Takes back the open change that a killed cancellation by core left behind. An order with an open change
 * cannot be cancelled.
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

/** @returns ids of orders, of any provider, that cannot be cancelled for such a change */
export async function listInterruptedCancellations(container: MedusaContainer): Promise<string[]> {
  const isStale = interruptedBy(Date.now())
  const open = await listOpen(container, { change_type: BY_CANCELLATION })
  return [...new Set(open.filter(isStale).map(({ order_id }) => order_id))]
}

const isOfCancellation = ({ change_type }: Pick<OpenChange, "change_type">) => change_type === BY_CANCELLATION

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

const moment = z.union([z.string(), z.date()]).nullable()
const goods = z.object({
  items: z.array(z.object({ id: z.string() })),
  fulfillments: z.array(z.object({ canceled_at: moment })),
})

/**
 * Whether a cancellation of ours was interrupted between core's release of the stock and its cancellation of
 * the order. The caller holds the lock of such cancellations, so none is running.
 *
 * @param collectionIds of the payments that are to pay the order
 */
export async function isHalfCancelled(
  container: MedusaContainer,
  orderId: string,
  collectionIds: readonly string[]
): Promise<boolean> {
  const { orderFollowUps } = container.resolve("onchain")
  if (!(await orderFollowUps.isTimeoutNoted(collectionIds))) return false
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["items.id", "fulfillments.canceled_at"], filters: { id: orderId } })
  const [order] = z.array(goods).parse(data)
  // Fulfilled goods are not reserved any more either.
  if (!order || order.fulfillments.some(({ canceled_at }) => canceled_at === null)) return false
  const ids = order.items.map(({ id }) => id)
  return (await areGoodsHeld(container, ids)) === "given_back"
}
