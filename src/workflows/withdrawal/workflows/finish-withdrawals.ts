import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { finishWithdrawalsStep } from "../steps/finish-withdrawals"

export const finishWithdrawalsWorkflowId = "finish-onchain-withdrawals"

/** Finishes withdrawals whose answer was lost. Run by a job. */
export const finishWithdrawalsWorkflow = createWorkflow(finishWithdrawalsWorkflowId, () => {
  return new WorkflowResponse(finishWithdrawalsStep())
})
