import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { dayOf, findRangeProblem } from "../../../domain/finance/report-difference"
import { rangeMessage } from "../../../modules/onchain/finance/finance-words"
import {
  DIFFERENCE_COLUMNS,
  MOST_PER_HOUR,
  type ReportDifference,
  type ReportLine,
  type ReportRow,
} from "../../../modules/onchain/finance/report-store"
import type { ShownFiat } from "../../../modules/onchain/payment/medusa-payments"
import type {
  OnchainReport,
  OnchainReportDifference,
  OnchainReportLine,
  OnchainReportListResponse,
  OnchainReportResponse,
} from "../../../types/http"
import { toCsv } from "../../csv"
import { loadActorNames } from "../../person-names"
import { loadPaymentOrders } from "./list-transactions"

export async function listReports(
  container: MedusaContainer,
  page: { limit: number; offset: number }
): Promise<OnchainReportListResponse> {
  const [rows, count] = await container
    .resolve("onchain")
    .listAndCountOnchainReports(
      {},
      { skip: page.offset, take: page.limit, order: { created_at: "DESC", id: "DESC" } }
    )
  const actorName = await loadActorNames(
    container,
    rows.map(({ requested_by }) => requested_by)
  )
  const reports = rows.map((row) => reportToView(row, { actorName }))
  return { reports, count, ...page }
}

/** Most differences on a page; the CSV has all. */
const SHOWN = 500

/**
 * A report that is not done has no lines yet. @param isWhole reads every difference @throws MedusaError
 * `not_found`
 */
export async function viewReport(
  container: MedusaContainer,
  { report_id, isWhole = false }: { report_id: string; isWhole?: boolean }
): Promise<OnchainReportResponse["report"]> {
  const { currencies, finance, networkNames } = container.resolve("onchain")
  const row = await finance.reports.store.find(report_id)
  if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no report ${report_id}.`)
  const [actorName, networkName] = await Promise.all([
    loadActorNames(container, [row.requested_by]),
    networkNames.load(),
  ])
  const lines = row.state === "done" ? await finance.reports.reader.lines(row.id) : []
  const fiat = await currencies.shown(
    lines.flatMap((line) => line.fiat.map(({ currency_code }) => currency_code))
  )
  return {
    ...reportToView(row, { actorName }),
    lines: lines.map((line) => lineToView(line, { networkName, fiat })),
    differences: await readDifferences(container, row, isWhole ? Infinity : SHOWN),
  }
}

async function readDifferences(
  container: MedusaContainer,
  { id, state }: ReportRow,
  most: number
): Promise<OnchainReportDifference[]> {
  if (state !== "done") return []
  const { reader } = container.resolve("onchain").finance.reports
  const found: OnchainReportDifference[] = []
  for await (const piece of reader.differences(id)) {
    found.push(...(await withOrders(container, piece.slice(0, most - found.length))))
    if (found.length >= most) break
  }
  return found
}

/** In chunks: one statement takes no more than 65,535 keys. */
async function withOrders(
  container: MedusaContainer,
  piece: readonly ReportDifference[]
): Promise<OnchainReportDifference[]> {
  const { currencies, finance } = container.resolve("onchain")
  const fiat = await currencies.shown(piece.map(({ currency_code }) => currency_code))
  const { payments } = await finance.findSubjects(piece.map(({ match_key }) => match_key))
  const orders = await loadPaymentOrders(container, [...payments.values()])
  return piece.map((difference) => {
    const payment = payments.get(difference.match_key)
    const { currency_code: code, expected, found } = difference
    const inCurrency = (amount: string | null) =>
      amount !== null && code !== null ? fiat(amount, code) : amount
    return {
      ...difference,
      ...{ expected: inCurrency(expected), found: inCurrency(found) },
      order: payment ? orders(payment.id) : null,
    }
  })
}

const incompleteLists = z.array(z.object({ list: z.string(), rows: z.number() }))

type Naming = {
  actorName: (actorId: string | null) => string | null
  networkName: (chain: string, networkId: string) => string
  fiat: ShownFiat
}

function reportToView(row: ReportRow, { actorName }: Pick<Naming, "actorName">): OnchainReport {
  return {
    id: row.id,
    from: row.from_day,
    to: row.to_day,
    state: row.state,
    requested_by: actorName(row.requested_by),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    rows_read: row.rows_read,
    difference_count: row.difference_count,
    incomplete_lists: incompleteLists.parse(row.incomplete_lists ?? []),
    last_error: row.last_error,
  }
}

function lineToView(
  line: ReportLine,
  { networkName, fiat }: Pick<Naming, "networkName" | "fiat">
): OnchainReportLine {
  const { day, chain, network_id, token, canonical_asset_id } = line
  return {
    day,
    chain,
    network_id,
    network_name: networkName(chain, network_id),
    token,
    canonical_asset_id,
    captures: {
      count: line.captures,
      tokens: line.captured,
      fiat: line.fiat.map((sum) => ({ ...sum, amount: fiat(sum.amount, sum.currency_code) })),
    },
    invoices: { count: line.invoices, tokens: line.invoiced },
    receipts: { count: line.receipts, tokens: line.received },
    fees: line.fees,
    payouts: { count: line.payouts, tokens: line.paid_out },
    refunds: { count: line.refunds, tokens: line.refunded },
  }
}

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

/** `YYYY-MM-DD` in UTC, both included. */
type RequestReportInput = { from: string; to: string; actor_id: string }

const TOO_MANY =
  `You have requested ${MOST_PER_HOUR} reports within an hour. Each reads every list of the provider. Try again later, or ` +
  "open an existing report."

/**
 * Stores the request of a report; a job makes the report.
 *
 * @throws MedusaError `invalid_data` for days that no report can cover, `not_allowed` after too many requests
 */
export async function requestReport(container: MedusaContainer, { from, to, actor_id }: RequestReportInput) {
  const { finance, clock } = container.resolve("onchain")
  const problem = findRangeProblem({ from, to }, dayOf(new Date(clock())))
  if (problem !== null) throw new MedusaError(MedusaError.Types.INVALID_DATA, rangeMessage(problem))
  const report = await finance.reports.store.request({ from, to }, actor_id)
  if (!report) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, TOO_MANY)
  return { report_id: report.id }
}
