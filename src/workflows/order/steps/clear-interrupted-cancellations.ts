import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { clearInterruptedCancellation, listInterruptedCancellations } from "./clear-interrupted-cancellation"
import { findOrderOfOurs } from "./payable-order"

export const clearInterruptedCancellationsStepId = "clear-interrupted-onchain-cancellations"

/**
 * Makes orders that were or are to be paid with crypto cancellable again when a process was killed while it cancelled
 * them: core refuses a second attempt for the change that the first one left open. Whether to cancel is up to whoever began.
 */
export const clearInterruptedCancellationsStep = createStep(
  clearInterruptedCancellationsStepId,
  async (_: void, { container }) => {
    const cleared: string[] = []
    for (const orderId of await listInterruptedCancellations(container)) {
      // One that waits for its money has none of Medusa's payments yet, and is ours all the same.
      if (!(await findOrderOfOurs(container, orderId))) continue
      await clearInterruptedCancellation(container, orderId)
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`onchain: a cancellation of order ${orderId} was cut off; it can be cancelled again`)
      cleared.push(orderId)
    }
    return new StepResponse({ cleared })
  }
)
