import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { listBalancesStep } from "../steps/list-balances"

export const listBalancesWorkflowId = "list-onchain-balances"

/** What the treasury holds, asked for now. Changes nothing. */
export const listBalancesWorkflow = createWorkflow(listBalancesWorkflowId, () => {
  return new WorkflowResponse(listBalancesStep())
})
