import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { TransactionPage } from "../../../modules/onchain/transaction-list"
import { listTransactionsStep } from "../steps/list-transactions"

export const listTransactionsWorkflowId = "list-onchain-transactions"

/** One page of the service's transactions for the admin. Changes nothing. */
export const listTransactionsWorkflow = createWorkflow(
  listTransactionsWorkflowId,
  (input: TransactionPage) => {
    return new WorkflowResponse(listTransactionsStep(input))
  }
)
