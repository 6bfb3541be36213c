import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { endWithdrawalStep, type EndWithdrawalInput } from "../steps/end-withdrawal"

export const endWithdrawalWorkflowId = "end-onchain-withdrawal"

/** Ends a withdrawal that the service cannot tell of, by a person's word. */
export const endWithdrawalWorkflow = createWorkflow(endWithdrawalWorkflowId, (input: EndWithdrawalInput) => {
  return new WorkflowResponse(endWithdrawalStep(input))
})
