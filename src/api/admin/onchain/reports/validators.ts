import { z } from "@medusajs/framework/zod"
import { REPORT_PARTS } from "../../../../workflows/report/steps/write-report-csv"
import { sentText } from "../../../sent-text"
import { pageParams } from "../list-params"

/** Query of `GET /admin/onchain/reports`. */
export const reportListParams = z.strictObject({ ...pageParams })
export type ReportListParams = z.infer<typeof reportListParams>

/** Body of `POST /admin/onchain/reports`: days, both included. */
export const reportBody = z.strictObject({
  from: sentText("from", "expected a day such as 2026-01-31"),
  to: sentText("to", "expected a day such as 2026-01-31"),
})
export type ReportBody = z.infer<typeof reportBody>

/** Query of `GET /admin/onchain/reports/:id/csv`. */
export const reportCsvParams = z.strictObject({
  part: z.enum(REPORT_PARTS, { error: `part: expected one of ${REPORT_PARTS.join(", ")}` }).default("lines"),
})
export type ReportCsvParams = z.infer<typeof reportCsvParams>
