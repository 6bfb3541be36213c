import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { findMissedRefundsStep } from "../steps/find-missed-refunds"
import { withdrawUndoneRefundsStep } from "../steps/withdraw-undone-refunds"

export const findMissedRefundsWorkflowId = "find-missed-onchain-refunds"

/** Compares the refunds of Medusa with what is recorded as due, both ways. */
export const findMissedRefundsWorkflow = createWorkflow(findMissedRefundsWorkflowId, () => {
  const found = findMissedRefundsStep()
  withdrawUndoneRefundsStep()
  return new WorkflowResponse(found)
})
