import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewDepositStep } from "../steps/view-deposit"

export const viewDepositWorkflowId = "view-onchain-deposit"

/** One deposit for the admin, with what can be done. Changes nothing. */
export const viewDepositWorkflow = createWorkflow(viewDepositWorkflowId, (input: { deposit_id: string }) => {
  return new WorkflowResponse(viewDepositStep(input))
})
