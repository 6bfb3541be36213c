import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { syncTransactionsStep, type SyncTransactionsInput } from "../steps/sync-transactions"

export const syncTransactionsWorkflowId = "sync-onchain-transactions"

/** Reads the service's list of transactions into our mirror. Run by a job, and by an admin who does not want to wait. */
export const syncTransactionsWorkflow = createWorkflow(
  syncTransactionsWorkflowId,
  (input: SyncTransactionsInput) => {
    return new WorkflowResponse(syncTransactionsStep(input))
  }
)
