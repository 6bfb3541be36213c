import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { cancelWithdrawalStep, type CancelWithdrawalInput } from "../steps/cancel-withdrawal"

export const cancelWithdrawalWorkflowId = "cancel-onchain-withdrawal"

/** Takes a withdrawal back of which nothing was sent. */
export const cancelWithdrawalWorkflow = createWorkflow(
  cancelWithdrawalWorkflowId,
  (input: CancelWithdrawalInput) => {
    return new WorkflowResponse(cancelWithdrawalStep(input))
  }
)
