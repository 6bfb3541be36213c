import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { endOfDay, startOfDay } from "../../../domain/finance/report-day"
import type { Invoice } from "../../../gateway/contract"
import { inScope, scopeColumns, type Scope } from "../work/scope"
import { ReportTakenOver, STILL_OURS, type ReportClaim } from "./report-store"
import type { TransactionRow } from "./transaction-list"
import { ATTEMPTS, PAYMENTS } from "../payment/payment-row"

/** `amount` in major units. */
export type CaptureFact = {
  id: string
  /** Medusa's payment session, which may be deleted. */
  sessionId: string | null
  amount: string
  currencyCode: string
  at: Date
}

/**
 * All entries of a sale fall on the day of its first receipt, else of its capture, else of its settlement.
 * Invoices have no date.
 */
const DAY_OF_SALE = `to_char(coalesce(receipt.at, p.captured_at, p.settled_at, fact.at) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
const firstReceipt = (reference: string, own: string) =>
  `LEFT JOIN LATERAL (
     SELECT min(t.sort_at) AS at FROM onchain_transaction t
     WHERE t.reference = ${reference} AND t.direction = 'in' AND t.deleted_at IS NULL AND ${own}
   ) receipt ON true`
const COLUMNS = `id, report_id, source, match_key, day, chain, network_id, token, canonical_asset_id, kind, amount, fiat_amount, currency_code, label`
/** An invoice may be listed under two statuses, or on two pages: its last listing counts. */
const LATEST_WINS = `ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, amount = excluded.amount,
  fiat_amount = excluded.fiat_amount, currency_code = excluded.currency_code, updated_at = now()`
const CHUNK = 500
/** One that failed moved nothing, and one in review is in a queue of its own. */
const MOVED_MONEY = "(status IS NULL OR status NOT IN ('failed', 'review_required'))"

export class ReportEntries {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  async clear(claim: ReportClaim): Promise<void> {
    await this.knex.raw(`DELETE FROM onchain_report_entry WHERE report_id = ? AND ${STILL_OURS}`, [
      claim.id,
      claim.id,
      claim.startedAt,
    ])
  }

  /** @param afterId the last transaction of the previous chunk @returns the last of this one, or null at the end */
  async addTransactions(
    claim: ReportClaim,
    afterId: string
  ): Promise<{ lastId: string | null; rows: number }> {
    const rows = await this.readTransactions(claim, afterId)
    const entries = rows.map((row) => ({
      id: row.id,
      match_key: row.reference ?? row.id,
      day: row.day,
      chain: row.chain,
      network_id: row.network_id,
      token: row.token,
      canonical_asset_id: row.canonical_asset_id,
      kind: row.kind,
      amount: row.amount ?? "0",
    }))
    await this.insert(
      claim,
      `SELECT 'ocrpe_transaction_' || fact.id || '_' || ?, ?, 'transaction', match_key, day, chain, network_id, token,
         canonical_asset_id, kind, amount, NULL::text, NULL::text, NULL::text FROM fact`,
      "id text, match_key text, day text, chain text, network_id text, token text, canonical_asset_id text, kind text, amount text",
      entries,
      [claim.id, claim.id]
    )
    return { lastId: rows.length < CHUNK ? null : (rows.at(-1)?.id ?? null), rows: rows.length }
  }

  async addCaptures(claim: ReportClaim, captures: readonly CaptureFact[]): Promise<void> {
    const own = inScope(this.scope, "t")
    await this.insert(
      claim,
      // Each capture of a payment gets its tokens here; spreadCaptures leaves them with the first.
      `SELECT 'ocrpe_capture_' || fact.id || '_' || ?, ?, 'capture', coalesce(p.gateway_invoice_id, fact.id), ${DAY_OF_SALE},
         coalesce(p.chain, 'unknown'), coalesce(p.network_id, 'unknown'), coalesce(p.token, 'unknown'),
         p.canonical_asset_id, NULL, coalesce(${COVERED}, '0'), fact.amount, fact.currency_code, p.id
       FROM fact
       LEFT JOIN LATERAL (
         SELECT * FROM ${PAYMENTS} c WHERE c.session_id = fact.session_id
         UNION ALL
         SELECT * FROM ${PAYMENTS} c WHERE c.applied_session_id = fact.session_id
         LIMIT 1
       ) p ON true
       ${firstReceipt("p.gateway_invoice_id", own.sql)}
       WHERE (p.id IS NULL OR ${inScope(this.scope, "p").sql}) AND ${DAY_OF_SALE} BETWEEN ? AND ?`,
      "id text, session_id text, amount text, currency_code text, at timestamptz",
      captures.map(({ id, sessionId, amount, currencyCode, at }) => ({
        id,
        session_id: sessionId,
        amount,
        currency_code: currencyCode,
        at: at.toISOString(),
      })),
      [claim.id, claim.id, ...own.bindings, ...own.bindings, claim.from, claim.to]
    )
  }

  async spreadCaptures(claim: ReportClaim): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_report_entry AS e SET amount = '0', updated_at = now()
       WHERE e.report_id = ? AND e.source = 'capture' AND EXISTS (
         SELECT 1 FROM onchain_report_entry f
         WHERE f.report_id = e.report_id AND f.source = 'capture' AND f.match_key = e.match_key AND f.id < e.id)`,
      [claim.id]
    )
  }

  /** Without invoices of deposits in review: their money has no owner yet. */
  async addInvoices(claim: ReportClaim, invoices: readonly Invoice[]): Promise<void> {
    const own = inScope(this.scope, "t")
    await this.insert(
      claim,
      `SELECT 'ocrpe_invoice_' || fact.id || '_' || ?, ?, 'invoice', fact.id, ${DAY_OF_SALE}, fact.chain, fact.network_id,
         fact.token, coalesce(fact.canonical_asset_id, p.canonical_asset_id), fact.status, fact.amount, NULL::text,
         NULL::text, p.id
       FROM (SELECT *, NULL::timestamptz AS at FROM fact) AS fact
       LEFT JOIN ${ATTEMPTS} p ON p.gateway_invoice_id = fact.id AND ${inScope(this.scope, "p").sql}
       ${firstReceipt("fact.id", own.sql)}
       WHERE ${DAY_OF_SALE} BETWEEN ? AND ?`,
      "id text, status text, amount text, chain text, network_id text, token text, canonical_asset_id text",
      invoices.filter(isIncome).map((invoice) => ({
        id: invoice.id,
        status: invoice.status,
        amount: invoice.receivedAmount ?? invoice.amount,
        chain: invoice.chain,
        network_id: invoice.networkId,
        token: invoice.token,
        canonical_asset_id: invoice.canonicalAssetId ?? null,
      })),
      [claim.id, claim.id, ...own.bindings, ...own.bindings, claim.from, claim.to]
    )
  }

  /**
   * Adds our withdrawals that the gateway has, by the day of their first transaction and with their net
   * amount, also from the quote. Without either there is nothing to compare.
   */
  async addPayouts(claim: ReportClaim): Promise<number> {
    const own = inScope(this.scope, "w")
    const { rows }: { rows: unknown[] } = await this.knex.raw(
      `INSERT INTO onchain_report_entry (${COLUMNS}, environment, business_id)
       SELECT 'ocrpe_payout_' || w.id || '_' || ?, ?, 'payout', w.gateway_withdrawal_id, day.name, w.chain, w.network_id, w.token,
         w.canonical_asset_id, w.state, coalesce(w.net_amount, w.quote_net), NULL, NULL, w.id,
         w.environment, w.business_id
       FROM onchain_withdrawal w
       CROSS JOIN LATERAL (
         SELECT to_char(coalesce(min(t.sort_at), w.completed_at, w.first_sent_at, w.created_at) AT TIME ZONE 'UTC',
           'YYYY-MM-DD') AS name
         FROM onchain_transaction t WHERE t.reference = w.gateway_withdrawal_id AND t.deleted_at IS NULL
           AND t.environment = w.environment AND t.business_id = w.business_id
       ) day
       WHERE w.gateway_withdrawal_id IS NOT NULL AND w.deleted_at IS NULL AND ${own.sql} AND day.name BETWEEN ? AND ?
         AND ${STILL_OURS}
       RETURNING id`,
      [claim.id, claim.id, ...own.bindings, claim.from, claim.to, claim.id, claim.startedAt]
    )
    return rows.length
  }

  private async readTransactions(
    claim: ReportClaim,
    afterId: string
  ): Promise<(TransactionRow & { day: string })[]> {
    const [own, ofT] = [inScope(this.scope), inScope(this.scope, "t")]
    const { rows }: { rows: (TransactionRow & { day: string })[] } = await this.knex.raw(
      `WITH within AS (
         SELECT id, reference FROM onchain_transaction
         WHERE sort_at >= ? AND sort_at < ? AND deleted_at IS NULL AND ${own.sql}
       ), chosen AS (
         SELECT id FROM within
         UNION
         SELECT t.id FROM onchain_transaction t JOIN within w ON w.reference = t.reference
         WHERE t.deleted_at IS NULL AND ${ofT.sql}
       )
       SELECT * FROM (
         SELECT t.*, to_char(coalesce(earliest.receipt, earliest.other, t.sort_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
         FROM onchain_transaction t JOIN chosen USING (id)
         CROSS JOIN LATERAL (
           SELECT min(o.sort_at) AS other, min(o.sort_at) FILTER (WHERE o.direction = 'in') AS receipt
           FROM onchain_transaction o WHERE o.reference = t.reference AND o.deleted_at IS NULL
             AND o.environment = t.environment AND o.business_id = t.business_id
         ) earliest
         WHERE t.id > ? AND ${ofT.sql}
       ) dated WHERE day BETWEEN ? AND ? AND ${MOVED_MONEY} ORDER BY id LIMIT ?`,
      [
        ...[startOfDay(claim.from), endOfDay(claim.to), ...own.bindings, ...ofT.bindings],
        ...[afterId, ...ofT.bindings, claim.from, claim.to, CHUNK],
      ]
    )
    return rows
  }

  /** @throws ReportTakenOver */
  private async insert(
    claim: ReportClaim,
    select: string,
    shape: string,
    facts: readonly object[],
    bindings: Knex.RawBinding[]
  ): Promise<void> {
    if (facts.length === 0) return
    const { environment, business_id } = scopeColumns(this.scope)
    const { rows }: { rows: { is_ours: boolean }[] } = await this.knex.raw(
      `WITH ours AS (SELECT ${STILL_OURS} AS is_ours),
       fact AS (SELECT * FROM jsonb_to_recordset(?::jsonb) AS fact (${shape}) WHERE (SELECT is_ours FROM ours)),
       written AS (
         INSERT INTO onchain_report_entry (${COLUMNS}, environment, business_id)
         SELECT picked.*, ?, ? FROM (${select}) AS picked ${LATEST_WINS})
       SELECT is_ours FROM ours`,
      [claim.id, claim.startedAt, JSON.stringify(facts), environment, business_id, ...bindings]
    )
    if (!rows[0]?.is_ours) throw new ReportTakenOver(claim)
  }
}

/** Tokens of a capture: what arrived, up to what its order took of the expected amount, or what was applied. */
const COVERED = `trim_scale(CASE
    WHEN p.applied_session_id = fact.session_id AND p.resolved_token_amount IS NOT NULL
      THEN p.resolved_token_amount::numeric
    ELSE least(coalesce(p.received_amount, p.expected_amount)::numeric,
      coalesce(CASE WHEN p.resolution IS NULL THEN p.resolved_token_amount END, p.expected_amount)::numeric) END)::text`

function isIncome({ autoDepositAssignmentStatus: status }: Invoice): boolean {
  return status === undefined || status === "matched"
}
