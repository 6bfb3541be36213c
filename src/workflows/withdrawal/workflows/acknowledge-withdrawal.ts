import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { acknowledgeWithdrawalStep, type AcknowledgeWithdrawalInput } from "../steps/acknowledge-withdrawal"

export const acknowledgeWithdrawalWorkflowId = "acknowledge-onchain-withdrawal"

/** Notes that a person has looked at what the service says otherwise of a withdrawal. Nothing moves. */
export const acknowledgeWithdrawalWorkflow = createWorkflow(
  acknowledgeWithdrawalWorkflowId,
  (input: AcknowledgeWithdrawalInput) => {
    return new WorkflowResponse(acknowledgeWithdrawalStep(input))
  }
)
