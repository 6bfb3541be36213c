import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { listReportsStep } from "../steps/list-reports"

export const listReportsWorkflowId = "list-onchain-reports"

/** One page of reports for the admin. Changes nothing. */
export const listReportsWorkflow = createWorkflow(
  listReportsWorkflowId,
  (input: { limit: number; offset: number }) => {
    return new WorkflowResponse(listReportsStep(input))
  }
)
