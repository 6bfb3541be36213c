import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { finishResolutionsStep } from "../steps/finish-resolutions"

export const finishPaymentResolutionsWorkflowId = "finish-onchain-payment-resolutions"

/** Finishes decisions about unallocated money that were cut off. Run by a job. */
export const finishPaymentResolutionsWorkflow = createWorkflow(finishPaymentResolutionsWorkflowId, () => {
  return new WorkflowResponse(finishResolutionsStep())
})
