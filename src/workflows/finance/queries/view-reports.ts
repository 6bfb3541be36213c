import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { dayOf } from "../../../domain/finance/report-difference"
import { explainRange } from "../../../modules/onchain/finance/finance-words"
import type { ReportDifference, ReportLine } from "../../../modules/onchain/finance/report-query"
import { type ListedReport, MOST_PER_HOUR } from "../../../modules/onchain/finance/report-store"
import type {
  OnchainReport,
  OnchainReportDifference,
  OnchainReportDifferenceKind,
  OnchainReportLine,
  OnchainReportListResponse,
  OnchainReportResponse,
} from "../../../types/http"
import { toCsv } from "../../csv"
import { columnsOf, loadActorNames, loadNames, type Names } from "../../person-names"
import type { PaymentNames } from "../../payment/queries/payment-names"
import { loadPaymentOrders } from "./list-transactions"

export async function listReports(
  container: MedusaContainer,
  page: { limit: number; offset: number }
): Promise<OnchainReportListResponse> {
  const { rows, count } = await container.resolve("onchain").finance.reports.list(page)
  const actorName = await loadActorNames(
    container,
    rows.map(({ requested_by }) => requested_by)
  )
  return { reports: rows.map((row) => reportToView(row, { actorName })), count, ...page }
}

/** Most differences on a page, and most whose orders one statement reads; the CSV has all. */
const CHUNK = 500

/** A report that is not done has no lines yet. @param most differences @throws MedusaError `not_found` */
export async function viewReport(
  container: MedusaContainer,
  { report_id }: { report_id: string },
  most = CHUNK
): Promise<OnchainReportResponse["report"]> {
  const { currencies, finance } = container.resolve("onchain")
  const row = await finance.reports.find(report_id)
  if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no report ${report_id}.`)
  const lines = row.lines ?? []
  const all = row.differences ?? []
  const codes = lines.flatMap(({ captures }) => captures.fiat.map(({ currency_code }) => currency_code))
  const [names, fiat] = await Promise.all([
    loadNames(container, { actors: [row.requested_by] }),
    currencies.shown(codes),
  ])
  const differences: OnchainReportDifference[] = []
  for (let at = 0; at < Math.min(all.length, most); at += CHUNK)
    differences.push(...(await differencesToView(container, all.slice(at, at + CHUNK))))
  return {
    ...reportToView(row, names),
    lines: lines.map((line) => lineToView(line, { ...names, fiat })),
    differences,
  }
}

async function differencesToView(
  container: MedusaContainer,
  piece: readonly ReportDifference[]
): Promise<OnchainReportDifference[]> {
  const { currencies, finance } = container.resolve("onchain")
  const fiat = await currencies.shown(piece.map(({ currency_code }) => currency_code))
  const { payments } = await finance.transactions.findSubjects(piece.map(({ match_key }) => match_key))
  const orders = await loadPaymentOrders(container, [...payments.values()])
  return piece.map((difference) => {
    const payment = payments.get(difference.match_key)
    const { currency_code: code, expected, found } = difference
    const shown = (amount: string | null) => (amount !== null && code !== null ? fiat(amount, code) : amount)
    const order = payment ? orders(payment.id) : null
    return { ...difference, expected: shown(expected), found: shown(found), order }
  })
}

function reportToView(row: ListedReport, { actorName }: Pick<Names, "actorName">): OnchainReport {
  return {
    ...columnsOf(row, "id", "state", "rows_read", "difference_count", "last_error"),
    from: row.from_day,
    to: row.to_day,
    requested_by: actorName(row.requested_by),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    incomplete_lists: row.incomplete_lists ?? [],
  }
}

function lineToView(
  line: ReportLine,
  { networkName, fiat }: Pick<PaymentNames, "networkName" | "fiat">
): OnchainReportLine {
  const { captures, chain, network_id } = line
  return {
    ...line,
    network_name: networkName(chain, network_id),
    captures: {
      ...captures,
      fiat: captures.fiat.map((sum) => ({ ...sum, amount: fiat(sum.amount, sum.currency_code) })),
    },
    fees: line.fees.tokens,
  }
}

type Columns<Row> = Record<string, (row: Row) => string | number | null>

const LINES: Columns<OnchainReportLine> = {
  Day: ({ day }) => day,
  Network: ({ network_name }) => network_name,
  Token: ({ token }) => token,
  Captures: ({ captures }) => captures.count,
  "Captured tokens": ({ captures }) => captures.tokens,
  "Captured value": ({ captures }) =>
    captures.fiat.map(({ amount, currency_code }) => `${amount} ${currency_code.toUpperCase()}`).join(" + "),
  Settlements: ({ invoices }) => invoices.count,
  "Settled tokens": ({ invoices }) => invoices.tokens,
  Receipts: ({ receipts }) => receipts.count,
  "Received tokens": ({ receipts }) => receipts.tokens,
  "Receipts without an order": ({ income }) => income.count,
  "Received tokens without an order": ({ income }) => income.tokens,
  "Provider fees": ({ fees }) => fees,
  Payouts: ({ payouts }) => payouts.count,
  "Paid out tokens": ({ payouts }) => payouts.tokens,
  Refunds: ({ refunds }) => refunds.count,
  "Refunded tokens": ({ refunds }) => refunds.tokens,
  "Network ID": ({ network_id }) => network_id,
  "Asset ID": ({ canonical_asset_id }) => canonical_asset_id,
}

/** As on the screen. */
export const DIFFERENCE_WORDS: Record<OnchainReportDifferenceKind, string> = {
  not_captured: "Paid, not captured in Medusa",
  capture_without_invoice: "Captured, not settled at the provider",
  amount_differs: "Amounts differ",
  no_transaction: "No transaction found",
  unread: "Unreadable transaction",
  transaction_without_invoice: "Transaction without invoice",
  payout_unknown: "Payout unknown to this store",
  payout_missing: "Payout missing at the provider",
  payout_differs: "Payout amounts differ",
}

const DIFFERENCES: Columns<OnchainReportDifference> = {
  Day: ({ day }) => day,
  Difference: ({ kind }) => DIFFERENCE_WORDS[kind],
  Order: ({ order }) => order && (order.display_id ?? order.id),
  Expected: ({ expected }) => expected,
  Found: ({ found }) => found,
  Token: ({ token }) => token,
  Currency: ({ currency_code }) => currency_code?.toUpperCase() ?? null,
  Explanation: ({ explanation }) => explanation,
  "Compared by": ({ match_key }) => match_key,
  "Network ID": ({ network_id }) => network_id,
}

export const REPORT_PARTS = ["lines", "differences"] as const

/** @returns name and text of the file @throws MedusaError `not_found` */
export async function exportReport(
  container: MedusaContainer,
  { report_id, part }: { report_id: string; part: (typeof REPORT_PARTS)[number] }
): Promise<{ name: string; text: string }> {
  const { from, to, lines, differences } = await viewReport(container, { report_id }, Infinity)
  const text = part === "lines" ? toTable(LINES, lines) : toTable(DIFFERENCES, differences)
  return { name: `onchain-${part}-${from}-${to}.csv`, text }
}

function toTable<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)?.toString() ?? null))
  return toCsv([Object.keys(columns), ...cells])
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
  const problem = explainRange({ from, to }, dayOf(new Date(clock())))
  if (problem !== null) throw new MedusaError(MedusaError.Types.INVALID_DATA, problem)
  const report = await finance.reports.request({ from, to }, actor_id)
  if (!report) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, TOO_MANY)
  return { report_id: report.id }
}
