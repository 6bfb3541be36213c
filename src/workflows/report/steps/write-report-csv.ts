import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { toCsv } from "../../../domain/csv"
import type { OnchainReportDifference, OnchainReportLine, OnchainReportResponse } from "../../../types/http"

export const writeReportCsvStepId = "write-onchain-report-csv"

export const REPORT_PARTS = ["lines", "differences"] as const
export type ReportPart = (typeof REPORT_PARTS)[number]
export type WriteReportCsvInput = { report: OnchainReportResponse["report"]; part: ReportPart }

/** Writes one part of a report for a spreadsheet. @returns name and text of the file */
export const writeReportCsvStep = createStep(
  writeReportCsvStepId,
  async ({ report, part }: WriteReportCsvInput) => {
    const rows = part === "lines" ? linesToRows(report.lines) : differencesToRows(report.differences)
    const name = `onchain-${part}-${report.from}-${report.to}.csv`
    return new StepResponse(await Promise.resolve({ name, text: toCsv(rows) }))
  }
)

const LINE_COLUMNS = [
  "day",
  "chain",
  "network_id",
  "network_name",
  "token",
  "canonical_asset_id",
  "captures",
  "captured_tokens",
  "captured_fiat",
  "invoices",
  "invoiced_tokens",
  "receipts",
  "received_tokens",
  "fees",
  "payouts",
  "paid_out_tokens",
  "refunds",
  "refunded_tokens",
] as const

function linesToRows(lines: readonly OnchainReportLine[]): (string | null)[][] {
  const rows = lines.map((line) => [
    line.day,
    line.chain,
    line.network_id,
    line.network_name,
    line.token,
    line.canonical_asset_id,
    String(line.captures.count),
    line.captures.tokens,
    line.captures.fiat.map(({ amount, currency_code }) => `${amount} ${currency_code}`).join(" + "),
    String(line.invoices.count),
    line.invoices.tokens,
    String(line.receipts.count),
    line.receipts.tokens,
    line.fees,
    String(line.payouts.count),
    line.payouts.tokens,
    String(line.refunds.count),
    line.refunds.tokens,
  ])
  return [[...LINE_COLUMNS], ...rows]
}

const DIFFERENCE_COLUMNS = [
  "kind",
  "day",
  "network_id",
  "token",
  "match_key",
  "currency_code",
  "expected",
  "found",
  "order",
  "explanation",
] as const

function differencesToRows(differences: readonly OnchainReportDifference[]): (string | null)[][] {
  const rows = differences.map((one) => [
    one.kind,
    one.day,
    one.network_id,
    one.token,
    one.match_key,
    one.currency_code,
    one.expected,
    one.found,
    one.order === null ? null : (one.order.display_id?.toString() ?? one.order.id),
    one.explanation,
  ])
  return [[...DIFFERENCE_COLUMNS], ...rows]
}
