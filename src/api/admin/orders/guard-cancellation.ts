import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { holdCancellableOrder } from "../../../workflows/order/steps/hold-cancellable-order"
import { waitForAnswer } from "./wait-for-answer"

/**
 * Holds an order of ours while Medusa's own route cancels it, from before its handler until it has answered.
 *
 * @throws MedusaError `not_allowed` while a change of the order is open, or when somebody else is at it for too long
 * @see ADR 0040
 */
export async function guardCancellation(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const orderId = req.params.id ?? ""
  let isHandled = false
  try {
    await holdCancellableOrder(req.scope, orderId, () => {
      isHandled = true
      next()
      return waitForAnswer(res)
    })
  } catch (error) {
    if (!isHandled) throw error
    // The answer is out. What is left is the lock, which runs out by itself.
    const reason = error instanceof Error ? error.message : String(error)
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`onchain: order ${orderId} stays locked for two minutes after its cancellation: ${reason}`)
  }
}
