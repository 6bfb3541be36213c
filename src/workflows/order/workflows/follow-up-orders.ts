import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { followUpOrdersStep } from "../steps/follow-up-orders"

export const followUpOrdersWorkflowId = "follow-up-onchain-orders"

/** Cancels orders that were not paid in time, and follows those that were cancelled. Run by a job. */
export const followUpOrdersWorkflow = createWorkflow(followUpOrdersWorkflowId, () => {
  return new WorkflowResponse(followUpOrdersStep())
})
