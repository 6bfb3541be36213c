import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { RefundPage } from "../../../modules/onchain/refund-list"
import { listRefundsStep } from "../steps/list-refunds"

export const listRefundsWorkflowId = "list-onchain-refunds"

/** One page of refunds for the admin. Changes nothing. */
export const listRefundsWorkflow = createWorkflow(listRefundsWorkflowId, (input: RefundPage) => {
  return new WorkflowResponse(listRefundsStep(input))
})
