import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { exportReport } from "../../../../../../workflows/finance/queries/view-reports"
import type { ReportCsvParams } from "../../middlewares"

export async function GET(
  req: AuthenticatedMedusaRequest<unknown, ReportCsvParams>,
  res: MedusaResponse
): Promise<void> {
  const { part } = req.validatedQuery as ReportCsvParams
  const { name, text } = await exportReport(req.scope, { report_id: req.params.id ?? "", part })
  res.set("content-type", "text/csv; charset=utf-8")
  res.set("content-disposition", `attachment; filename="${name}"`)
  res.set("cache-control", "no-store")
  res.send(text)
}
