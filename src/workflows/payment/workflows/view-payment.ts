import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewPaymentStep, type PaymentViewer } from "../steps/view-payment"

export const viewPaymentWorkflowId = "view-onchain-payment"

/** The payment of a session, for the store API and the hosted page. */
export const viewPaymentWorkflow = createWorkflow(viewPaymentWorkflowId, (input: PaymentViewer) => {
  return new WorkflowResponse(viewPaymentStep(input))
})
