import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { settlePaymentStep } from "../steps/settle-payment"

export const settlePaymentWorkflowId = "settle-onchain-payment"

/** Reads the canonical invoice of one payment and captures its order when it is settled. Safe to repeat. */
export const settlePaymentWorkflow = createWorkflow(
  settlePaymentWorkflowId,
  (input: { payment_id: string }) => {
    return new WorkflowResponse(settlePaymentStep(input))
  }
)
