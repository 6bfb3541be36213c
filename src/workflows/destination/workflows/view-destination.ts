import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { viewDestinationStep } from "../steps/view-destination"

export const viewDestinationWorkflowId = "view-onchain-destination"

/** One destination for the admin, with what whoever looks can do. Changes nothing. */
export const viewDestinationWorkflow = createWorkflow(
  viewDestinationWorkflowId,
  (input: { destination_id: string; actor: RequestActor }) => {
    return new WorkflowResponse(viewDestinationStep(input))
  }
)
