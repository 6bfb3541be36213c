import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewOrderPaymentsStep } from "../steps/view-order-payments"

export const viewOrderPaymentsWorkflowId = "view-onchain-order-payments"

/** What is known here of an order, for whoever looks at it in the admin. Changes nothing. */
export const viewOrderPaymentsWorkflow = createWorkflow(
  viewOrderPaymentsWorkflowId,
  (input: { order_id: string }) => {
    return new WorkflowResponse(viewOrderPaymentsStep(input))
  }
)
