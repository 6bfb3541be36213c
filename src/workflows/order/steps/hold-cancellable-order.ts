import type { MedusaContainer } from "@medusajs/framework/types"
import { makeCancellable } from "./cancel-order"
import { findOrderOfOurs } from "./payable-order"
import { withOrderLock } from "./with-order-lock"

/**
 * Runs somebody's cancellation of an order by core. One of an order that was or is to be paid with crypto runs alone, under the
 * lock of its captures and of our own cancellation, and only when core would not refuse it for an open change.
 *
 * Core takes no lock, and gives the goods back before it refuses. When they were given back before, it takes them again without
 * locking their shelf, and the shelf's count of what is reserved goes wrong.
 *
 * @param cancel is done when nothing of the cancellation runs any more
 * @throws MedusaError `not_allowed` while a change of the order is open, or when somebody else is at it for too long.
 *   Nothing was asked of core then
 */
export async function holdCancellableOrder(
  container: MedusaContainer,
  orderId: string,
  cancel: () => Promise<void>
): Promise<void> {
  const order = await findOrderOfOurs(container, orderId)
  if (!order) return cancel()
  await withOrderLock(container, order, async () => {
    await makeCancellable(container, order.id)
    await cancel()
  })
}
