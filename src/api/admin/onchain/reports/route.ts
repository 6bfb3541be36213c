import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainReportListResponse, OnchainReportResponse } from "../../../../types/http"
import { listReportsWorkflow } from "../../../../workflows/report/workflows/list-reports"
import { requestReportWorkflow } from "../../../../workflows/report/workflows/request-report"
import { viewReportWorkflow } from "../../../../workflows/report/workflows/view-report"
import type { ReportBody, ReportListParams } from "./validators"

/** One page of reports, newest first. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, ReportListParams>,
  res: MedusaResponse<OnchainReportListResponse>
): Promise<void> {
  const { limit, offset } = req.validatedQuery as ReportListParams
  const { result } = await listReportsWorkflow(req.scope).run({ input: { limit, offset } })
  res.json(result)
}

/** Asks for a report over some days. A job makes it. */
export async function POST(
  req: AuthenticatedMedusaRequest<ReportBody>,
  res: MedusaResponse<OnchainReportResponse>
): Promise<void> {
  const { result } = await requestReportWorkflow(req.scope).run({
    input: { ...req.validatedBody, actor_id: req.auth_context.actor_id },
  })
  const { result: report } = await viewReportWorkflow(req.scope).run({ input: result })
  res.json({ report })
}
