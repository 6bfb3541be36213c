import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { workInboxStep } from "../steps/work-inbox"

export const processInboxWorkflowId = "process-onchain-inbox"

/** Works the inbox off until nothing is due. Woken by the webhook event and by a job. */
export const processInboxWorkflow = createWorkflow(processInboxWorkflowId, () => {
  return new WorkflowResponse(workInboxStep())
})
