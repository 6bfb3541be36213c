import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { WithdrawalPage } from "../../../modules/onchain/withdrawal-list"
import { listWithdrawalsStep } from "../steps/list-withdrawals"

export const listWithdrawalsWorkflowId = "list-onchain-withdrawals"

/** One page of withdrawals for the admin. Changes nothing. */
export const listWithdrawalsWorkflow = createWorkflow(listWithdrawalsWorkflowId, (input: WithdrawalPage) => {
  return new WorkflowResponse(listWithdrawalsStep(input))
})
