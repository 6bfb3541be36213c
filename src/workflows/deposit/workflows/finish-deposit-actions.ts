import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { finishDepositActionsStep } from "../steps/finish-deposit-actions"

export const finishDepositActionsWorkflowId = "finish-onchain-deposit-actions"

/** Finishes actions on deposits whose answer was lost. Run by a job. */
export const finishDepositActionsWorkflow = createWorkflow(finishDepositActionsWorkflowId, () => {
  return new WorkflowResponse(finishDepositActionsStep())
})
