import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { checkPayoutAccessStep, type CheckPayoutAccessInput } from "../steps/check-payout-access"

export const checkPayoutAccessWorkflowId = "check-onchain-payout-access"

/** Whether somebody may move money out, and why not. Changes nothing. */
export const checkPayoutAccessWorkflow = createWorkflow(
  checkPayoutAccessWorkflowId,
  (input: CheckPayoutAccessInput) => {
    return new WorkflowResponse(checkPayoutAccessStep(input))
  }
)
