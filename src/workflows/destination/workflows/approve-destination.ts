import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { approveDestinationStep } from "../steps/approve-destination"

export const approveDestinationWorkflowId = "approve-onchain-destination"

/** Lets payouts go to a destination. Moves nothing. */
export const approveDestinationWorkflow = createWorkflow(
  approveDestinationWorkflowId,
  (input: { destination_id: string; actor: RequestActor }) => {
    return new WorkflowResponse(approveDestinationStep(input))
  }
)
