import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { claimTransactionStep, type TransactionClaim } from "../steps/claim-transaction"

export const claimTransactionWorkflowId = "claim-onchain-transaction"

/** Keeps what a shopper says about a transaction, for an operator to look at. */
export const claimTransactionWorkflow = createWorkflow(
  claimTransactionWorkflowId,
  (input: TransactionClaim) => new WorkflowResponse(claimTransactionStep(input))
)
