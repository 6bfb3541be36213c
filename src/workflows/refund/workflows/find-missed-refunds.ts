import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { findMissedRefundsStep } from "../steps/find-missed-refunds"

export const findMissedRefundsWorkflowId = "find-missed-onchain-refunds"

/** Compares the refunds of Medusa with what is recorded as due. */
export const findMissedRefundsWorkflow = createWorkflow(findMissedRefundsWorkflowId, () => {
  return new WorkflowResponse(findMissedRefundsStep())
})
