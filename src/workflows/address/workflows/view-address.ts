import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewAddressStep, type AddressRequest } from "../steps/view-address"

export const viewAddressWorkflowId = "view-onchain-address"

/** The reusable address of a customer on one rail, confirmed by the service each time. */
export const viewAddressWorkflow = createWorkflow(viewAddressWorkflowId, (input: AddressRequest) => {
  return new WorkflowResponse(viewAddressStep(input))
})
