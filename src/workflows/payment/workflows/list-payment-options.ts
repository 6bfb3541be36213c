import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { listPaymentOptionsStep } from "../steps/list-payment-options"

export const listPaymentOptionsWorkflowId = "list-onchain-payment-options"

/** Prices a cart on every rail that can be offered. Changes nothing. */
export const listPaymentOptionsWorkflow = createWorkflow(
  listPaymentOptionsWorkflowId,
  (input: { cart_id: string }) => {
    return new WorkflowResponse(listPaymentOptionsStep(input))
  }
)
