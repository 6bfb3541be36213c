import type { InferTypeOf } from "@medusajs/framework/types"
import type OnchainReport from "./models/report"
import type OnchainReportDifference from "./models/report-difference"
import type OnchainReportEntry from "./models/report-entry"

/** A row of `onchain_report` as the database returns it. */
export type ReportRow = InferTypeOf<typeof OnchainReport>

/** A list of the service that was incomplete when a report was made, and the rows that were read of it. */
export type IncompleteOfReport = { list: string; rows: number }

/** A row of `onchain_report_entry` as the database returns it. */
export type ReportEntryRow = InferTypeOf<typeof OnchainReportEntry>

/** A row of `onchain_report_difference` as the database returns it. */
export type ReportDifferenceRow = InferTypeOf<typeof OnchainReportDifference>
