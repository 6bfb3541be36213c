import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { requestReportStep, type RequestReportInput } from "../steps/request-report"

export const requestReportWorkflowId = "request-onchain-report"

/** Asks for a report over some days. */
export const requestReportWorkflow = createWorkflow(requestReportWorkflowId, (input: RequestReportInput) => {
  return new WorkflowResponse(requestReportStep(input))
})
