import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewUnallocatedPaymentStep } from "../steps/view-unallocated-payment"

export const viewUnallocatedPaymentWorkflowId = "view-onchain-unallocated-payment"

/** Money that had no order to go to, with what can be done. Changes nothing. */
export const viewUnallocatedPaymentWorkflow = createWorkflow(
  viewUnallocatedPaymentWorkflowId,
  (input: { payment_id: string }) => {
    return new WorkflowResponse(viewUnallocatedPaymentStep(input))
  }
)
