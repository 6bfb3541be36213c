import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { viewWithdrawalStep } from "../steps/view-withdrawal"

export const viewWithdrawalWorkflowId = "view-onchain-withdrawal"

/** One withdrawal for the admin, with what can be done. Changes nothing. */
export const viewWithdrawalWorkflow = createWorkflow(
  viewWithdrawalWorkflowId,
  (input: { withdrawal_id: string; actor: RequestActor }) => {
    return new WorkflowResponse(viewWithdrawalStep(input))
  }
)
