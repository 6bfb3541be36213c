import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { writeOffWithdrawalStep, type WriteOffWithdrawalInput } from "../steps/write-off-withdrawal"

export const writeOffWithdrawalWorkflowId = "write-off-onchain-withdrawal"

/** Ends a withdrawal that nobody can find, by a person's word that it was not sent. */
export const writeOffWithdrawalWorkflow = createWorkflow(
  writeOffWithdrawalWorkflowId,
  (input: WriteOffWithdrawalInput) => {
    return new WorkflowResponse(writeOffWithdrawalStep(input))
  }
)
