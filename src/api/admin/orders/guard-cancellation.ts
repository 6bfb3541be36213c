import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
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
  await holdCancellableOrder(req.scope, req.params.id ?? "", () => {
    const answered = waitForAnswer(res)
    next()
    return answered
  })
}
