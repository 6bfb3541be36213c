import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainReportListResponse, OnchainReportResponse } from "../../../../types/http"
import { listReports, requestReport, viewReport } from "../../../../workflows/finance/queries/view-reports"
import type { ReportBody, ReportListParams } from "./middlewares"

export async function GET(
  req: AuthenticatedMedusaRequest<unknown, ReportListParams>,
  res: MedusaResponse<OnchainReportListResponse>
): Promise<void> {
  const { limit, offset } = req.validatedQuery as ReportListParams
  res.json(await listReports(req.scope, { limit, offset }))
}

/** A job makes the report. */
export async function POST(
  req: AuthenticatedMedusaRequest<ReportBody>,
  res: MedusaResponse<OnchainReportResponse>
): Promise<void> {
  const result = await requestReport(req.scope, { ...req.validatedBody, actor_id: req.auth_context.actor_id })
  res.json({ report: await viewReport(req.scope, result) })
}
