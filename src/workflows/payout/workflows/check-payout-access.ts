import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { checkPayoutAccessStep } from "../steps/check-payout-access"
import type { RequestActor } from "../steps/payout-actor"

export const checkPayoutAccessWorkflowId = "check-onchain-payout-access"

/** Whether somebody may move money out, and why not. Changes nothing. */
export const checkPayoutAccessWorkflow = createWorkflow(
  checkPayoutAccessWorkflowId,
  (input: RequestActor) => {
    return new WorkflowResponse(checkPayoutAccessStep(input))
  }
)
