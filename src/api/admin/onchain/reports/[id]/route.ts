import type { OnchainReportResponse } from "../../../../../types/http"
import { viewReport } from "../../../../../workflows/finance/queries/view-reports"
import { answerRead } from "../../answer-action"

/** A report that is not done has no lines yet. */
export const GET = answerRead<OnchainReportResponse>(async (req, id) => ({
  report: await viewReport(req.scope, { report_id: id }),
}))
