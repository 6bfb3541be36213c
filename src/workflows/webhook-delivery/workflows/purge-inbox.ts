import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { purgeInboxStep } from "../steps/purge-inbox"

export const purgeInboxWorkflowId = "purge-onchain-inbox"

/** Forgets webhooks that are done and old. */
export const purgeInboxWorkflow = createWorkflow(purgeInboxWorkflowId, () => {
  return new WorkflowResponse(purgeInboxStep())
})
