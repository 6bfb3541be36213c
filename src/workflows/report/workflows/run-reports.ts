import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { runReportsStep } from "../steps/run-reports"

export const runReportsWorkflowId = "run-onchain-reports"

/** Makes the reports that somebody has asked for. Run by a job. */
export const runReportsWorkflow = createWorkflow(runReportsWorkflowId, () => {
  return new WorkflowResponse(runReportsStep())
})
