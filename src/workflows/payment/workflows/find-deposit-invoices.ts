import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { findDepositInvoicesStep } from "../steps/find-deposit-invoices"

export const findDepositInvoicesWorkflowId = "find-onchain-deposit-invoices"

/** Reads the lists of paid invoices for deposits to intents, and settles the payments they belong to. */
export const findDepositInvoicesWorkflow = createWorkflow(findDepositInvoicesWorkflowId, () => {
  return new WorkflowResponse(findDepositInvoicesStep())
})
