import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { findDifference, type ReportFinding, type ReportMatch } from "../../domain/report-difference"

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

/** A difference with where it is. */
export type ReportDifference = ReportFinding & {
  day: string
  network_id: string
  token: string
  match_key: string
}

type MatchRow = Omit<ReportMatch, "withdrawal" | "surplus"> & {
  match_key: string
  day: string
  network_id: string
  token: string
  withdrawal_state: string | null
  withdrawal_net: string | null
  surplus_amount: string
  is_surplus_known: boolean
}

const CHUNK = 500
const count = (condition: string) => `count(*) FILTER (WHERE ${condition})::int`
const sum = (condition: string) =>
  `trim_scale(coalesce(sum(e.amount::numeric) FILTER (WHERE ${condition}), 0))::text`
const of = (kind: string) => `e.source = 'transaction' AND e.kind = '${kind}'`

/** Reads a report out of its entries. Everything is added up by the database, exactly. */
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
         ${count(of("receipt"))} AS receipts, ${sum(of("receipt"))} AS received, ${sum(of("fee"))} AS fees,
         ${count(of("payout"))} AS payouts, ${sum(of("payout"))} AS paid_out,
         ${count(of("refund"))} AS refunds, ${sum(of("refund"))} AS refunded,
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

  async countDifferences(reportId: string): Promise<number> {
    const all = this.differences(reportId)
    let found = 0
    while (!(await all.next()).done) found++
    return found
  }

  /** In the order of their keys, read piece by piece: there may be many. */
  async *differences(reportId: string): AsyncGenerator<ReportDifference, void, undefined> {
    for (let after: string | null = ""; after !== null;) {
      const rows = await this.readMatches(reportId, after)
      for (const row of rows) {
        const finding = findDifference(toMatch(row))
        if (!finding) continue
        const { match_key, day, network_id, token } = row
        yield { ...finding, match_key, day, network_id, token }
      }
      after = rows.length < CHUNK ? null : (rows.at(-1)?.match_key ?? null)
    }
  }

  /** What every side says under one key. Sales on which all three plainly agree are left out. */
  private async readMatches(reportId: string, after: string): Promise<MatchRow[]> {
    const { rows }: { rows: MatchRow[] } = await this.knex.raw(
      `WITH m AS (
         SELECT e.match_key, min(e.day) AS day, min(e.network_id) AS network_id, min(e.token) AS token,
           ${count("e.source = 'capture'")} AS captures, ${sum("e.source = 'capture'")} AS captured,
           ${count("e.source = 'invoice'")} AS invoices, ${sum("e.source = 'invoice'")} AS invoiced,
           ${count(of("receipt"))} AS receipts, ${sum(of("receipt"))} AS received,
           ${count(of("payout"))} AS payouts, ${sum(of("payout"))} AS "paidOut",
           ${count(of("refund"))} AS refunds, ${sum(of("refund"))} AS refunded,
           min(e.kind) FILTER (WHERE e.source = 'payout') AS withdrawal_state,
           min(e.amount) FILTER (WHERE e.source = 'payout') AS withdrawal_net
         FROM onchain_report_entry e WHERE e.report_id = ? AND e.match_key > ?
         GROUP BY e.match_key
       )
       SELECT m.*, s.amount AS surplus_amount, s.is_known AS is_surplus_known,
         trim_scale(m.captured::numeric + s.amount::numeric)::text AS accounted,
         coalesce(p.state = 'unallocated' OR p.resolution IN ('refund_due', 'keep'), false)
           OR EXISTS (SELECT 1 FROM onchain_refund x WHERE x.id = 'extra_' || m.match_key AND x.deleted_at IS NULL)
           AS "isSetAside",
         EXISTS (SELECT 1 FROM onchain_deposit d WHERE d.id = m.match_key AND d.deleted_at IS NULL) AS "isDeposit"
       FROM m
       LEFT JOIN onchain_payment p ON p.gateway_invoice_id = m.match_key AND p.deleted_at IS NULL
       CROSS JOIN LATERAL (
         SELECT trim_scale(coalesce(sum(r.token_amount::numeric), 0))::text AS amount,
           count(*) = count(r.token_amount) AS is_known
         FROM onchain_refund r WHERE r.payment_id = p.id AND r.kind = 'surplus' AND r.deleted_at IS NULL
           AND r.id NOT LIKE 'extra\\_%'
       ) s
       WHERE NOT (m.captures > 0 AND m.invoices = 1 AND m.captured = m.invoiced AND m.invoiced = m.received
         AND m.payouts = 0 AND m.withdrawal_state IS NULL)
       ORDER BY m.match_key LIMIT ?`,
      [reportId, after, CHUNK]
    )
    return rows
  }
}

function toMatch(row: MatchRow): ReportMatch {
  const { withdrawal_state: state, withdrawal_net: net, surplus_amount, is_surplus_known, ...match } = row
  return {
    ...match,
    withdrawal: state === null || net === null ? null : { state, net },
    surplus: { amount: surplus_amount, isKnown: is_surplus_known },
  }
}
