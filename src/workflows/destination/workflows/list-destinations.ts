import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { DestinationPage } from "../../../modules/onchain/destination-list"
import { listDestinationsStep } from "../steps/list-destinations"

export const listDestinationsWorkflowId = "list-onchain-destinations"

/** One page of the address book for the admin. Changes nothing. */
export const listDestinationsWorkflow = createWorkflow(
  listDestinationsWorkflowId,
  (input: DestinationPage) => {
    return new WorkflowResponse(listDestinationsStep(input))
  }
)
