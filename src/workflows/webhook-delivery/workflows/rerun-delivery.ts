import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { type RerunDeliveryInput, rerunDeliveryStep } from "../steps/rerun-delivery"

export const rerunDeliveryWorkflowId = "rerun-onchain-delivery"

/** Has one webhook worked on once more. */
export const rerunDeliveryWorkflow = createWorkflow(
  rerunDeliveryWorkflowId,
  (input: RerunDeliveryInput) => new WorkflowResponse(rerunDeliveryStep(input))
)
