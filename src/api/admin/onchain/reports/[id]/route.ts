import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainReportResponse } from "../../../../../types/http"
import { viewReportWorkflow } from "../../../../../workflows/report/workflows/view-report"

/** A report with its lines and differences; one that is not done has none yet. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainReportResponse>
): Promise<void> {
  const { result: report } = await viewReportWorkflow(req.scope).run({
    input: { report_id: req.params.id ?? "" },
  })
  res.json({ report })
}
