import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewBillingStep } from "../steps/view-billing"

export const viewBillingWorkflowId = "view-onchain-billing"

/** Plan, quota and gas at the service, asked for now. Changes nothing. */
export const viewBillingWorkflow = createWorkflow(viewBillingWorkflowId, () => {
  return new WorkflowResponse(viewBillingStep())
})
