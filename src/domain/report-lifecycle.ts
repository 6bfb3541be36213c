/** States of a reconciliation report. One whose process was killed is `running` and begins again. */
export const REPORT_STATES = ["queued", "running", "done", "failed"] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** Whose books an entry of a report is from. */
export const REPORT_SOURCES = ["capture", "invoice", "transaction", "payout"] as const
export type ReportSource = (typeof REPORT_SOURCES)[number]
