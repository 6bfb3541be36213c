import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewReportStep, type ViewReportInput } from "../steps/view-report"

export const viewReportWorkflowId = "view-onchain-report"

/** One report for the admin. Changes nothing. */
export const viewReportWorkflow = createWorkflow(viewReportWorkflowId, (input: ViewReportInput) => {
  return new WorkflowResponse(viewReportStep(input))
})
