import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  endOfDay,
  findDifference,
  type ReportCoverage,
  type ReportMatch,
  startOfDay,
} from "../../../domain/finance/report-difference"
import type { Invoice } from "../../../gateway/contract"
import { ATTEMPTS, PAYMENTS } from "../payment/payment-row"
import { inScope, type Scope, scopeColumns } from "../work/claim"
import { explainDifference } from "./finance-words"
import {
  countWhere,
  IS_UNREAD,
  OF_KIND,
  type ReportClaim,
  ReportTakenOver,
  STILL_OURS,
  sumWhere,
} from "./report-store"
import type { TransactionRow } from "./transaction-list"

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

  clear(claim: ReportClaim): Promise<void> {
    return clearRows(this.knex, "onchain_report_entry", claim)
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

async function clearRows(
  knex: Knex,
  table: "onchain_report_entry" | "onchain_report_difference",
  { id, startedAt }: ReportClaim
): Promise<void> {
  await knex.raw(`DELETE FROM ${table} WHERE report_id = ? AND ${STILL_OURS}`, [id, id, startedAt])
}

function isIncome({ autoDepositAssignmentStatus: status }: Invoice): boolean {
  return status === undefined || status === "matched"
}

/** Stores the differences, so that a finished report never changes. */
export class ReportFindings {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  clear(claim: ReportClaim): Promise<void> {
    return clearRows(this.knex, "onchain_report_difference", claim)
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
    const matches = await readMatches(this.knex, this.scope, {
      reportId: claim.id,
      after,
      limit: CHUNK,
    })
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

type PlacedMatch = {
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
