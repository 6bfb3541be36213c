import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import {
  clearInterruptedCancellation,
  isOfCancellation,
  type OpenChange,
} from "./clear-interrupted-cancellation"

/**
 * Makes sure that core would cancel an order, before it is asked to: takes back what a cancellation that was cut off left
 * open, and refuses while there is any other change. Core finds an open change only after it has given the goods back,
 * and takes them again for each attempt that it refuses: two of them at once would count them twice.
 *
 * @throws MedusaError `not_allowed` while a change of the order is open: an edit, or a cancellation that is running
 */
export async function makeCancellable(container: MedusaContainer, orderId: string): Promise<void> {
  const [open] = await clearInterruptedCancellation(container, orderId)
  if (!open) return
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, describe(orderId, open))
}

function describe(orderId: string, change: OpenChange): string {
  const what = `${change.change_type ?? "change"} ${change.id}`
  const open = `order ${orderId} has an open ${what}, with which Medusa cancels no order`
  return isOfCancellation(change)
    ? `${open}: it is being cancelled or credited, or was when a process stopped; try again in two minutes`
    : `${open}; that has to be ended first`
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
