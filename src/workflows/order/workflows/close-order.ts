import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { closeOrderStep } from "../steps/close-order"

export const closeOrderWorkflowId = "close-onchain-order"

/** Brings the payments of a cancelled order to rest. Safe to repeat. */
export const closeOrderWorkflow = createWorkflow(closeOrderWorkflowId, (input: { order_id: string }) => {
  return new WorkflowResponse(closeOrderStep(input))
})
