import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { reconcilePaymentsStep } from "../steps/reconcile-payments"

export const reconcilePaymentsWorkflowId = "reconcile-onchain-payments"

/** Reads every payment that is due from the service again, and settles what has settled. */
export const reconcilePaymentsWorkflow = createWorkflow(reconcilePaymentsWorkflowId, () => {
  return new WorkflowResponse(reconcilePaymentsStep())
})
