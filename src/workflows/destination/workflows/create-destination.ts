import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { createDestinationStep, type CreateDestinationInput } from "../steps/create-destination"

export const createDestinationWorkflowId = "create-onchain-destination"

/** Adds an address that money can be paid out to. Moves nothing. */
export const createDestinationWorkflow = createWorkflow(
  createDestinationWorkflowId,
  (input: CreateDestinationInput) => {
    return new WorkflowResponse(createDestinationStep(input))
  }
)
