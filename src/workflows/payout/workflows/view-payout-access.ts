import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../steps/payout-actor"
import { viewPayoutAccessStep } from "../steps/view-payout-access"

export const viewPayoutAccessWorkflowId = "view-onchain-payout-access"

/** What somebody may pay out, and why not. Changes nothing. */
export const viewPayoutAccessWorkflow = createWorkflow(viewPayoutAccessWorkflowId, (input: RequestActor) => {
  return new WorkflowResponse(viewPayoutAccessStep(input))
})
