import { z } from "zod"
import type { ReportLine } from "../../../modules/onchain/report-reader"
import type { ReportRow } from "../../../modules/onchain/report-row"
import type { OnchainReport, OnchainReportLine } from "../../../types/http"

const incompleteLists = z.array(z.object({ list: z.string(), rows: z.number() }))

type Naming = {
  actorName: (actorId: string | null) => string | null
  networkName: (chain: string, networkId: string) => string
}

/** A report as the admin lists it. */
export function reportToView(row: ReportRow, { actorName }: Pick<Naming, "actorName">): OnchainReport {
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

/** One day of one asset as the admin shows it. */
export function lineToView(
  line: ReportLine,
  { networkName }: Pick<Naming, "networkName">
): OnchainReportLine {
  const { day, chain, network_id, token, canonical_asset_id } = line
  return {
    day,
    chain,
    network_id,
    network_name: networkName(chain, network_id),
    token,
    canonical_asset_id,
    captures: { count: line.captures, tokens: line.captured, fiat: line.fiat },
    invoices: { count: line.invoices, tokens: line.invoiced },
    receipts: { count: line.receipts, tokens: line.received },
    fees: line.fees,
    payouts: { count: line.payouts, tokens: line.paid_out },
    refunds: { count: line.refunds, tokens: line.refunded },
  }
}
