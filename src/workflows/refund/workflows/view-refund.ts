import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewRefundStep, type ViewRefundInput } from "../steps/view-refund"

export const viewRefundWorkflowId = "view-onchain-refund"

/** One refund for the admin, with what whoever looks can do. Changes nothing. */
export const viewRefundWorkflow = createWorkflow(viewRefundWorkflowId, (input: ViewRefundInput) => {
  return new WorkflowResponse(viewRefundStep(input))
})
