import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { isCancelled, loadOrder } from "./order-record"
import { orderToKeys } from "./payable-order"
import { withOrderLock } from "./with-order-lock"

export const keepOrderStepId = "keep-onchain-order"

/**
 * Notes that a person keeps an order although it is not paid in full: it is not cancelled for that any more. Under the lock
 * of the cancellation, so that of both one happens.
 *
 * @throws MedusaError `not_found`; `not_allowed` when the order is cancelled, has no crypto payment, or is kept already
 */
export const keepOrderStep = createStep(
  keepOrderStepId,
  async (input: { order_id: string; actor_id: string; note: string }, { container }) => {
    const seen = await loadOrder(container, input.order_id)
    if (!seen) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${input.order_id}.`)
    await withOrderLock(container, seen, async () => {
      const { orders } = container.resolve("onchain")
      const order = await loadOrder(container, seen.id)
      if (!order || isCancelled(order)) throw refusal("The order is cancelled.")
      const payments = await orders.listOfOrder(orderToKeys(order))
      const [first] = payments
      if (!first) throw refusal("The order has no crypto payment.")
      const isKept = payments.some(({ order_kept_at }) => order_kept_at !== null)
      const request = { actorId: input.actor_id, note: input.note }
      if (isKept || !(await orders.keepOrder(first.id, request))) throw refusal("The order is kept already.")
    })
    return new StepResponse({ order_id: input.order_id })
  }
)

function refusal(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
