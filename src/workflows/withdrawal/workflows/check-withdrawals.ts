import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { checkWithdrawalsStep } from "../steps/check-withdrawals"

export const checkWithdrawalsWorkflowId = "check-onchain-withdrawals"

/** Asks for withdrawals that no webhook has told of. Run by a job. */
export const checkWithdrawalsWorkflow = createWorkflow(checkWithdrawalsWorkflowId, () => {
  return new WorkflowResponse(checkWithdrawalsStep())
})
