import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewDeliveryStep } from "../steps/view-delivery"

export const viewDeliveryWorkflowId = "view-onchain-delivery"

/** One webhook with its body, for a person to read. */
export const viewDeliveryWorkflow = createWorkflow(
  viewDeliveryWorkflowId,
  (input: { delivery_id: string }) => new WorkflowResponse(viewDeliveryStep(input))
)
