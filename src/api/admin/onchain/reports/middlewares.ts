import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { REPORT_PARTS } from "../../../../workflows/finance/queries/view-reports"
import { checkBody, checkQuery, oneOf, pageParams, sentText } from "../../../request-params"

const reportListParams = z.strictObject({ ...pageParams })
export type ReportListParams = z.infer<typeof reportListParams>

const reportBody = z.strictObject({
  from: sentText("from", "expected a day such as 2026-01-31"),
  to: sentText("to", "expected a day such as 2026-01-31"),
})
export type ReportBody = z.infer<typeof reportBody>

const reportCsvParams = z.strictObject({ part: oneOf("part", REPORT_PARTS).default("lines") })
export type ReportCsvParams = z.infer<typeof reportCsvParams>

export const reportMiddlewares: MiddlewareRoute[] = [
  checkQuery("/reports", reportListParams),
  checkBody("/reports", reportBody),
  checkQuery("/reports/:id/csv", reportCsvParams),
]
