import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { KeepRefusal } from "../../domain/payment/unpaid-order"
import { withOrderLock } from "./cart-and-order-locks"
import { isCancelled, loadOrder, orderToKeys } from "./order-record"

/**
 * Keeps an order from being cancelled although it is not paid in full. Under the lock of the cancellation, so
 * that one of both happens.
 *
 * @throws MedusaError `not_found`; `not_allowed` when the order is cancelled, has no crypto payment, or is
 * kept already
 */
export async function keepOrder(
  container: MedusaContainer,
  input: { order_id: string; actor_id: string; note: string }
): Promise<void> {
  const seen = await loadOrder(container, input.order_id)
  if (!seen) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${input.order_id}.`)
  await withOrderLock(container, seen, async () => {
    const { orderFollowUps } = container.resolve("onchain")
    const order = await loadOrder(container, seen.id)
    const request = { actorId: input.actor_id, note: input.note }
    const refusal =
      !order || isCancelled(order)
        ? "order_cancelled"
        : await orderFollowUps.keepOrder(orderToKeys(order), request)
    if (refusal) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, KEEP_REFUSALS[refusal])
  })
}

const KEEP_REFUSALS = {
  no_crypto_payment: "The order has no crypto payment.",
  order_cancelled: "The order is cancelled.",
  already_kept: "The order is kept already.",
} as const satisfies Record<KeepRefusal, string>
