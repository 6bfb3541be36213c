import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { checkHealthStep } from "../steps/check-health"

export const checkHealthWorkflowId = "check-onchain-health"

/** What a merchant should know about the setup, each finding with what to do. */
export const checkHealthWorkflow = createWorkflow(checkHealthWorkflowId, () => {
  return new WorkflowResponse(checkHealthStep())
})
