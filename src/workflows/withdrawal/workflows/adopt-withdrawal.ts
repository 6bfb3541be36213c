import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { adoptWithdrawalStep, type AdoptWithdrawalInput } from "../steps/adopt-withdrawal"

export const adoptWithdrawalWorkflowId = "adopt-onchain-withdrawal"

/** Says which withdrawal of the service one is whose answer was lost. */
export const adoptWithdrawalWorkflow = createWorkflow(
  adoptWithdrawalWorkflowId,
  (input: AdoptWithdrawalInput) => {
    return new WorkflowResponse(adoptWithdrawalStep(input))
  }
)
