import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { clearInterruptedCancellation } from "./clear-interrupted-cancellation"

const openChange = z.object({ id: z.string(), change_type: z.string().nullable() })
type OpenChange = z.infer<typeof openChange>

/**
 * Makes sure that core would cancel an order, before it is asked to: takes back what a cancellation that was cut off left
 * open, and refuses while there is any other change. Core finds an open change only after it has given the goods back,
 * and takes them again for each attempt that it refuses: two of them at once would count them twice.
 *
 * @throws MedusaError `not_allowed` while a change of the order is open: an edit, or a cancellation that is running
 */
export async function makeCancellable(container: MedusaContainer, orderId: string): Promise<void> {
  await clearInterruptedCancellation(container, orderId)
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_change",
    fields: ["id", "change_type"],
    filters: { order_id: orderId, status: ["pending", "requested"] },
  })
  const [open] = z.array(openChange).parse(data)
  if (!open) return
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, describeOpen(orderId, open))
}

function describeOpen(orderId: string, { id, change_type: type }: OpenChange): string {
  const open = `order ${orderId} has an open ${type ?? "change"} ${id}, with which Medusa cancels no order`
  return type === "credit_line"
    ? `${open}: it is being cancelled, or was when a process stopped; try again in two minutes`
    : `${open}; confirm it or give it up first`
}

/**
 * Brings a cancellation for being unpaid that was cut off to its end, under the lock of the order.
 *
 * @throws while the change that it left behind may still be worked on; what called this tries again
 */
export async function finishCancellation(container: MedusaContainer, orderId: string): Promise<void> {
  await makeCancellable(container, orderId)
  await cancelOrderWorkflow(container).run({ input: { order_id: orderId } })
}
