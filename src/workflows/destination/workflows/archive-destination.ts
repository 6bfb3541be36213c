import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { archiveDestinationStep } from "../steps/archive-destination"

export const archiveDestinationWorkflowId = "archive-onchain-destination"

/** Ends a destination for payouts that are not sent. */
export const archiveDestinationWorkflow = createWorkflow(
  archiveDestinationWorkflowId,
  (input: { destination_id: string; actor: RequestActor }) => {
    return new WorkflowResponse(archiveDestinationStep(input))
  }
)
