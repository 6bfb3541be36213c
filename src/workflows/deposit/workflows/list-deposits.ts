import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { DepositPage } from "../../../modules/onchain/deposit-list"
import { listDepositsStep } from "../steps/list-deposits"

export const listDepositsWorkflowId = "list-onchain-deposits"

/** One page of deposits for the admin. Changes nothing. */
export const listDepositsWorkflow = createWorkflow(listDepositsWorkflowId, (input: DepositPage) => {
  return new WorkflowResponse(listDepositsStep(input))
})
