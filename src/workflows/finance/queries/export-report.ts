import type { MedusaContainer } from "@medusajs/framework/types"
import { DIFFERENCE_COLUMNS } from "../../../modules/onchain/finance/report-store"
import type { OnchainReportDifference, OnchainReportLine } from "../../../types/http"
import { toCsv } from "../../csv"
import { viewReport } from "./view-reports"

export const REPORT_PARTS = ["lines", "differences"] as const
type ReportPart = (typeof REPORT_PARTS)[number]

/** @returns name and text of the file @throws MedusaError `not_found` */
export async function exportReport(
  container: MedusaContainer,
  { report_id, part }: { report_id: string; part: ReportPart }
): Promise<{ name: string; text: string }> {
  const report = await viewReport(container, { report_id, isWhole: true })
  const rows = part === "lines" ? linesToRows(report.lines) : differencesToRows(report.differences)
  return { name: `onchain-${part}-${report.from}-${report.to}.csv`, text: toCsv(rows) }
}

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

function differencesToRows(differences: readonly OnchainReportDifference[]): (string | null)[][] {
  const columns = DIFFERENCE_COLUMNS.flatMap((name) =>
    name === "explanation" ? (["order", name] as const) : [name]
  )
  const rows = differences.map((one) =>
    columns.map((name) =>
      name === "order" ? (one.order?.display_id?.toString() ?? one.order?.id ?? null) : one[name]
    )
  )
  return [columns, ...rows]
}
