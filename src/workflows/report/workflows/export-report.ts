import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { viewReportStep } from "../steps/view-report"
import { writeReportCsvStep, type ReportPart } from "../steps/write-report-csv"

export const exportReportWorkflowId = "export-onchain-report"

/** One part of a report as CSV. Changes nothing. */
export const exportReportWorkflow = createWorkflow(
  exportReportWorkflowId,
  (input: { report_id: string; part: ReportPart }) => {
    const asked = transform({ input }, ({ input: { report_id } }) => ({ report_id, is_whole: true }))
    const report = viewReportStep(asked)
    return new WorkflowResponse(writeReportCsvStep({ report, part: input.part }))
  }
)
