import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { TransactionPage } from "../../../modules/onchain/transaction-list"
import { listTransactionsStep } from "../steps/list-transactions"
import { syncTransactionsStep } from "../steps/sync-transactions"

export const refreshTransactionsWorkflowId = "refresh-onchain-transactions"

/** Reads the service's list to its end, and then one page of the mirror. */
export const refreshTransactionsWorkflow = createWorkflow(
  refreshTransactionsWorkflowId,
  (input: TransactionPage) => {
    syncTransactionsStep({ is_whole: true })
    return new WorkflowResponse(listTransactionsStep(input))
  }
)
