import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { clearInterruptedCancellationsStep } from "../steps/clear-interrupted-cancellations"
import { followUpOrdersStep } from "../steps/follow-up-orders"

export const followUpOrdersWorkflowId = "follow-up-onchain-orders"

/** Cancels orders that were not paid in time, follows those that were cancelled, and frees those that no one can cancel. Run by a job. */
export const followUpOrdersWorkflow = createWorkflow(followUpOrdersWorkflowId, () => {
  clearInterruptedCancellationsStep()
  return new WorkflowResponse(followUpOrdersStep())
})
