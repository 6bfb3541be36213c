import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainReportResponse } from "../../../../../types/http"
import { viewReport } from "../../../../../workflows/finance/queries/view-reports"

/** A report that is not done has no lines yet. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainReportResponse>
): Promise<void> {
  res.json({ report: await viewReport(req.scope, { report_id: req.params.id ?? "" }) })
}
