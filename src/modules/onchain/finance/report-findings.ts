import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ReportCoverage, ReportMatch } from "../../../domain/finance/report-difference"
import { findDifference } from "../../../domain/finance/report-difference"
import { explainDifference } from "./finance-words"
import { inScope, scopeColumns, type Scope } from "../work/scope"
import type { ReportClaim } from "./report-store"
import { countWhere, IS_UNREAD, OF_KIND, ReportTakenOver, STILL_OURS, sumWhere } from "./report-store"
import { ATTEMPTS } from "../payment/payment-row"

const CHUNK = 500

/** Stores the differences, so that a finished report never changes. */
export class ReportFindings {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  async clear(claim: ReportClaim): Promise<void> {
    await this.knex.raw(`DELETE FROM onchain_report_difference WHERE report_id = ? AND ${STILL_OURS}`, [
      claim.id,
      claim.id,
      claim.startedAt,
    ])
  }

  /** Gross where every payout that tells them apart has the amount with its fee. */
  async payoutAmounts({ id }: ReportClaim): Promise<ReportCoverage["payoutAmounts"]> {
    const { rows }: { rows: { is_gross: boolean | null }[] } = await this.knex.raw(
      `SELECT bool_and(paid.amount = w.amount::numeric) AS is_gross
       FROM onchain_report_entry p
       JOIN onchain_withdrawal w ON w.id = p.label
       CROSS JOIN LATERAL (
         SELECT sum(e.amount::numeric) AS amount FROM onchain_report_entry e
         WHERE e.report_id = p.report_id AND e.match_key = p.match_key AND ${OF_KIND.payout}
       ) paid
       WHERE p.report_id = ? AND p.source = 'payout' AND p.kind = 'completed' AND paid.amount IS NOT NULL
         AND p.amount::numeric <> w.amount::numeric`,
      [id]
    )
    return rows[0]?.is_gross ? "gross" : "net"
  }

  /**
   * Compares a chunk.
   *
   * @param after the last key of the previous chunk
   * @param coverage the lists that were read to their end
   * @returns the last key of this one, or null at the end
   * @throws ReportTakenOver
   */
  async add(claim: ReportClaim, after: string, coverage: ReportCoverage): Promise<string | null> {
    const matches = await readMatches(this.knex, this.scope, { reportId: claim.id, after, limit: CHUNK })
    const findings = matches.flatMap(({ match, ...place }) => {
      const finding = findDifference(match, coverage)
      if (finding === null) return []
      const { reason, ...difference } = finding
      return [{ ...place, ...difference, explanation: explainDifference(reason, match) }]
    })
    const { environment, business_id } = scopeColumns(this.scope)
    const { rows }: { rows: { is_ours: boolean }[] } = await this.knex.raw(
      `WITH ours AS (SELECT ${STILL_OURS} AS is_ours),
       written AS (
         INSERT INTO onchain_report_difference (id, report_id, match_key, kind, day, network_id, token, currency_code,
           expected, found, explanation, environment, business_id)
         SELECT 'ocrpd_' || ? || '_' || match_key, ?, match_key, kind, day, network_id, token, "currencyCode", expected,
           found, explanation, ?, ?
         FROM jsonb_to_recordset(?::jsonb) AS given (match_key text, kind text, day text, network_id text, token text,
           "currencyCode" text, expected text, found text, explanation text)
         WHERE (SELECT is_ours FROM ours)
         ON CONFLICT (id) DO NOTHING
       )
       SELECT is_ours FROM ours`,
      [...[claim.id, claim.startedAt, claim.id, claim.id, environment, business_id], JSON.stringify(findings)]
    )
    if (!rows[0]?.is_ours) throw new ReportTakenOver(claim)
    return matches.length < CHUNK ? null : (matches.at(-1)?.match_key ?? null)
  }
}

export type PlacedMatch = {
  match_key: string
  day: string
  network_id: string
  token: string
  match: ReportMatch
}

type MatchRow = Omit<ReportMatch, "withdrawal" | "surplus" | "money"> &
  Pick<PlacedMatch, "match_key" | "day" | "network_id" | "token"> & {
    withdrawal_state: string | null
    withdrawal_net: string | null
    withdrawal_gross: string | null
    surplus_amount: string
    is_surplus_known: boolean
    money_captured: string
    money_currencies: string[]
    money_expected: string | null
    money_currency: string | null
    is_money_same: boolean
  }

/**
 * Reads what every side has under one key, in the order of the keys, without sales on which all agree.
 *
 * Captured and expected money agree to twelve digits: Medusa passes amounts as JS numbers, so later digits
 * are rounding noise.
 */
async function readMatches(
  knex: Knex,
  scope: Scope,
  { reportId, after, limit }: { reportId: string; after: string; limit: number }
): Promise<PlacedMatch[]> {
  const [extra, deposit, payment] = [inScope(scope, "x"), inScope(scope, "d"), inScope(scope, "p")]
  const { rows }: { rows: MatchRow[] } = await knex.raw(
    `WITH m AS (
       SELECT e.match_key, min(e.day) AS day, min(e.network_id) AS network_id, min(e.token) AS token,
         ${countWhere("e.source = 'capture'")} AS captures, ${sumWhere("e.source = 'capture'")} AS captured,
         ${countWhere("e.source = 'invoice'")} AS invoices, ${sumWhere("e.source = 'invoice'")} AS invoiced,
         ${countWhere(OF_KIND.receipt)} AS receipts, ${sumWhere(OF_KIND.receipt)} AS received,
         ${countWhere(OF_KIND.payout)} AS payouts, ${sumWhere(OF_KIND.payout)} AS "paidOut",
         ${countWhere(IS_UNREAD)} AS unread, ${countWhere(OF_KIND.refund)} AS refunds, ${sumWhere(OF_KIND.refund)} AS refunded,
         min(e.kind) FILTER (WHERE e.source = 'payout') AS withdrawal_state,
         min(e.amount) FILTER (WHERE e.source = 'payout') AS withdrawal_net,
         min(e.label) FILTER (WHERE e.source = 'payout') AS withdrawal_id,
         trim_scale(coalesce(sum(e.fiat_amount::numeric), 0))::text AS money_captured,
         coalesce(array_agg(DISTINCT lower(e.currency_code)) FILTER (WHERE e.currency_code IS NOT NULL), '{}')
           AS money_currencies
       FROM onchain_report_entry e WHERE e.report_id = ? AND e.match_key > ?
       GROUP BY e.match_key
     )
     SELECT m.*, w.amount AS withdrawal_gross, s.amount AS surplus_amount, s.is_known AS is_surplus_known,
       trim_scale(m.captured::numeric + s.amount::numeric)::text AS accounted,
       coalesce(p.state = 'unallocated' OR (p.attempt_id = p.current_attempt_id AND p.resolution IN ('refund_due', 'keep')), false)
         OR EXISTS (SELECT 1 FROM onchain_refund x WHERE (x.id = 'extra_' || m.match_key OR x.attempt_id = p.attempt_id)
           AND ${extra.sql} AND x.deleted_at IS NULL)
         AS "isUnallocated",
       EXISTS (SELECT 1 FROM onchain_deposit d WHERE d.id = m.match_key AND d.deleted_at IS NULL AND ${deposit.sql}
         AND d.confirmed_at IS NOT NULL) AS "isDeposit",
       money.expected::text AS money_expected, lower(p.currency_code) AS money_currency, money.is_same AS is_money_same
     FROM m
     LEFT JOIN onchain_withdrawal w ON w.id = m.withdrawal_id
     LEFT JOIN ${ATTEMPTS} p ON p.gateway_invoice_id = m.match_key AND ${payment.sql}
     CROSS JOIN LATERAL (
       SELECT trim_scale(coalesce(sum(r.token_amount::numeric), 0))::text AS amount,
         count(*) = count(r.token_amount) AS is_known
       FROM onchain_refund r WHERE r.payment_id = p.id AND r.kind = 'surplus' AND r.deleted_at IS NULL
         AND r.id NOT LIKE 'extra\\_%'
         AND (r.attempt_id = p.attempt_id OR (r.attempt_id IS NULL AND p.attempt_id = p.current_attempt_id))
     ) s
     CROSS JOIN LATERAL (
       SELECT CASE WHEN p.resolution = 'apply' AND p.applied_amount IS NOT NULL THEN trim_scale(p.applied_amount::numeric)
         ELSE trim_scale(p.fiat_amount::numeric) END AS expected
     ) given
     CROSS JOIN LATERAL (
       SELECT given.expected, coalesce(m.money_currencies = ARRAY[lower(p.currency_code)]
         AND abs(m.money_captured::numeric - given.expected) * 1000000000000 <= given.expected, false) AS is_same
     ) money
     WHERE NOT (m.captures > 0 AND m.invoices = 1 AND m.captured = m.invoiced AND m.invoiced = m.received
       AND money.is_same AND m.payouts = 0 AND m.unread = 0
       AND m.withdrawal_state IS NULL)
     ORDER BY m.match_key LIMIT ?`,
    [reportId, after, ...extra.bindings, ...deposit.bindings, ...payment.bindings, limit]
  )
  return rows.map(toPlaced)
}

function toPlaced(row: MatchRow): PlacedMatch {
  const { match_key, day, network_id, token, ...rest } = row
  const { withdrawal_state: state, withdrawal_net: net, withdrawal_gross: gross, ...others } = rest
  const { surplus_amount, is_surplus_known, ...said } = others
  const { money_captured, money_currencies, money_expected, money_currency, is_money_same, ...match } = said
  const money =
    money_expected === null || money_currency === null
      ? null
      : {
          captured: money_captured,
          currencies: money_currencies,
          expected: money_expected,
          currencyCode: money_currency,
          isSame: is_money_same,
        }
  const withdrawal = state === null || gross === null ? null : { state, net, gross }
  const surplus = { amount: surplus_amount, isKnown: is_surplus_known }
  return { match_key, day, network_id, token, match: { ...match, withdrawal, surplus, money } }
}
