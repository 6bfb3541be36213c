import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { settleRefundStep, type SettleRefundInput } from "../steps/settle-refund"

export const settleRefundWorkflowId = "settle-onchain-refund"

/** Notes that a refund was paid by other means. Moves nothing. */
export const settleRefundWorkflow = createWorkflow(settleRefundWorkflowId, (input: SettleRefundInput) => {
  return new WorkflowResponse(settleRefundStep(input))
})
