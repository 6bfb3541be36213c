import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { checkWithdrawalStep } from "../steps/check-withdrawal"

export const checkWithdrawalWorkflowId = "check-onchain-withdrawal"

/** Asks the service now what became of a withdrawal. */
export const checkWithdrawalWorkflow = createWorkflow(
  checkWithdrawalWorkflowId,
  (input: { withdrawal_id: string }) => {
    return new WorkflowResponse(checkWithdrawalStep(input))
  }
)
