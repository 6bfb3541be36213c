import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { syncDepositsStep } from "../steps/sync-deposits"

export const syncDepositsWorkflowId = "sync-onchain-deposits"

/** Reads the service's lists of deposits into our mirror. Run by a job, and by an admin who does not want to wait. */
export const syncDepositsWorkflow = createWorkflow(
  syncDepositsWorkflowId,
  (input: { is_forced: boolean }) => {
    return new WorkflowResponse(syncDepositsStep(input))
  }
)
