import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { checkWithdrawalStep, type CheckWithdrawalInput } from "../steps/check-withdrawal"

export const checkWithdrawalWorkflowId = "check-onchain-withdrawal"

/** Asks the service now what became of a withdrawal. */
export const checkWithdrawalWorkflow = createWorkflow(
  checkWithdrawalWorkflowId,
  (input: CheckWithdrawalInput) => {
    return new WorkflowResponse(checkWithdrawalStep(input))
  }
)
