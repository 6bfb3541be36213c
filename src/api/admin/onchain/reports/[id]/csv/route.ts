import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { exportReportWorkflow } from "../../../../../../workflows/report/workflows/export-report"
import type { ReportCsvParams } from "../../validators"

/** One part of a report as a file for a spreadsheet. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, ReportCsvParams>,
  res: MedusaResponse
): Promise<void> {
  const { part } = req.validatedQuery as ReportCsvParams
  const { result } = await exportReportWorkflow(req.scope).run({
    input: { report_id: req.params.id ?? "", part },
  })
  res.set("content-type", "text/csv; charset=utf-8")
  res.set("content-disposition", `attachment; filename="${result.name}"`)
  res.set("cache-control", "no-store")
  res.send(result.text)
}
