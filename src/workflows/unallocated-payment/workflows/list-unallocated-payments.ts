import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { UnallocatedPage } from "../../../modules/onchain/unallocated-list"
import { listUnallocatedPaymentsStep } from "../steps/list-unallocated-payments"

export const listUnallocatedPaymentsWorkflowId = "list-onchain-unallocated-payments"

/** One page of money that had no order to go to, for the admin. Changes nothing. */
export const listUnallocatedPaymentsWorkflow = createWorkflow(
  listUnallocatedPaymentsWorkflowId,
  (input: UnallocatedPage) => {
    return new WorkflowResponse(listUnallocatedPaymentsStep(input))
  }
)
