import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ReportDifferenceRow } from "./report-row"
import { countWhere as count, OF_KIND, sumWhere as sum } from "./report-sums"

/** One day of one asset. Decimals in token units, `fiat` in major units. */
export type ReportLine = {
  day: string
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  captures: number
  captured: string
  fiat: { currency_code: string; amount: string }[]
  invoices: number
  invoiced: string
  receipts: number
  received: string
  fees: string
  payouts: number
  paid_out: string
  refunds: number
  refunded: string
}

/** A difference with where it is. Decimals in token units, or in major units of `currency_code` where that is set. */
export type ReportDifference = Pick<
  ReportDifferenceRow,
  | "kind"
  | "day"
  | "network_id"
  | "token"
  | "match_key"
  | "currency_code"
  | "expected"
  | "found"
  | "explanation"
>

const CHUNK = 500
const COLUMNS = [
  "kind",
  "day",
  "network_id",
  "token",
  "match_key",
  "currency_code",
  "expected",
  "found",
  "explanation",
] as const

/** Reads a report out of what was written while it was made. Everything is added up by the database, exactly. */
export class ReportReader {
  constructor(private readonly knex: Knex) {}

  /** Oldest day first. */
  async lines(reportId: string): Promise<ReportLine[]> {
    const { rows }: { rows: ReportLine[] } = await this.knex.raw(
      // One side may leave the canonical id out. It is filled in where all others name the same.
      `WITH named AS (
         SELECT *, min(canonical_asset_id) OVER same AS lowest, max(canonical_asset_id) OVER same AS highest
         FROM onchain_report_entry WHERE report_id = ?
         WINDOW same AS (PARTITION BY chain, network_id, token)
       ), e AS (
         SELECT *, CASE WHEN lowest = highest THEN lowest ELSE canonical_asset_id END AS asset FROM named
       )
       SELECT e.day, e.chain, e.network_id, e.token, e.asset AS canonical_asset_id,
         ${count("e.source = 'capture'")} AS captures, ${sum("e.source = 'capture'")} AS captured,
         ${count("e.source = 'invoice'")} AS invoices, ${sum("e.source = 'invoice'")} AS invoiced,
         ${count(OF_KIND.receipt)} AS receipts, ${sum(OF_KIND.receipt)} AS received, ${sum(OF_KIND.fee)} AS fees,
         ${count(OF_KIND.payout)} AS payouts, ${sum(OF_KIND.payout)} AS paid_out,
         ${count(OF_KIND.refund)} AS refunds, ${sum(OF_KIND.refund)} AS refunded,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('currency_code', f.currency_code, 'amount', f.amount)
            ORDER BY f.currency_code), '[]'::jsonb)
          FROM (
            SELECT c.currency_code, trim_scale(sum(c.fiat_amount::numeric))::text AS amount FROM e AS c
            WHERE c.source = 'capture' AND c.day = e.day AND c.chain = e.chain AND c.network_id = e.network_id
              AND c.token = e.token AND c.asset IS NOT DISTINCT FROM e.asset AND c.fiat_amount IS NOT NULL
            GROUP BY c.currency_code
          ) f) AS fiat
       FROM e GROUP BY e.day, e.chain, e.network_id, e.token, e.asset
       ORDER BY e.day, e.chain, e.network_id, e.token, e.asset`,
      [reportId]
    )
    return rows
  }

  /** In the order of their keys, read piece by piece: there may be many. */
  async *differences(reportId: string): AsyncGenerator<ReportDifference[], void, undefined> {
    for (let after: string | null = ""; after !== null;) {
      const piece: ReportDifference[] = await this.knex<ReportDifferenceRow>("onchain_report_difference")
        .where({ report_id: reportId })
        .where("match_key", ">", after)
        .whereNull("deleted_at")
        .orderBy("match_key")
        .limit(CHUNK)
        .select(...COLUMNS)
      yield piece
      after = piece.length < CHUNK ? null : (piece.at(-1)?.match_key ?? null)
    }
  }
}
