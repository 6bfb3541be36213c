import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { CLOCKS_DIFFER_MS } from "../../../domain/payout/withdrawal-search"
import type { WithdrawalRow } from "./withdrawal-row"
import { inScope, ownRows, type Scope } from "../work/scope"
import { takeDue } from "../work/take-due"

/**
 * A payout of the service that may be a withdrawal of ours. `reference` is the transaction's own identifier
 * where it names nothing.
 */
export type PayoutSign = { reference: string; amount: string | null }

/** By the canonical id on Stellar where both have one; else by the symbol. */
const IS_SAME_ASSET = `t.chain = ? AND t.network_id = ? AND
  CASE WHEN t.chain = 'stellar' AND t.canonical_asset_id IS NOT NULL AND ?::text IS NOT NULL
    THEN t.canonical_asset_id = ? ELSE t.token = ? END`

/** What a transaction is searched for and ruled out by. */
const GOES_BY = "coalesce(nullif(t.reference, ''), t.id)"

/** The largest of a group; null where one is unknown. */
const LARGEST = "CASE WHEN bool_and(t.amount IS NOT NULL) THEN max(t.amount::numeric) END"

const HAS_LEFT = "t.status IS DISTINCT FROM 'failed' AND t.deleted_at IS NULL"

const MOST_REMEMBERED = 5_000
const MOST_SEARCHED = 50

/** Searches the mirror of the service's transactions for signs of withdrawals. */
export class WithdrawalEvidence {
  private readonly others = new Map<string, Set<string>>()

  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Excludes a reference from the next searches of this process. */
  noteOther({ id }: WithdrawalRow, reference: string): void {
    const known = this.others.get(id) ?? new Set()
    if (known.size < MOST_REMEMBERED) known.add(reference)
    this.others.set(id, known)
    const [oldest] = this.others.keys()
    if (this.others.size > MOST_SEARCHED && oldest !== undefined) this.others.delete(oldest)
  }

  /** The service's identifiers of other withdrawals, most recently shown first. */
  async knownBeside({ id }: WithdrawalRow, limit: number): Promise<string[]> {
    const rows = await ownRows<WithdrawalRow>(this.knex, this.scope, "onchain_withdrawal")
      .whereNotNull("gateway_withdrawal_id")
      .whereNot({ id })
      .orderByRaw("checked_at DESC NULLS LAST, created_at DESC, id")
      .limit(limit)
      .select("gateway_withdrawal_id")
    return rows.flatMap(({ gateway_withdrawal_id: known }) => (known === null ? [] : [known]))
  }

  async hasTransaction({ gateway_withdrawal_id: reference }: WithdrawalRow): Promise<boolean> {
    if (reference === null) return false
    const listed = await ownRows<{ id: string; reference: string }>(
      this.knex,
      this.scope,
      "onchain_transaction"
    )
      .where({ reference })
      .whereRaw("direction IS DISTINCT FROM 'in'")
      .first("id")
    return listed !== undefined
  }

  /** What left for a withdrawal of the service; null when nothing has. */
  async paidOut(gatewayId: string): Promise<{ amount: string | null; txHash: string | undefined } | null> {
    const own = inScope(this.scope, "t")
    const { rows }: { rows: { amount: string | null; tx_hash: string | null; count: number }[] } =
      await this.knex.raw(
        `SELECT (CASE WHEN bool_and(t.amount IS NOT NULL) THEN trim_scale(sum(t.amount::numeric)) END)::text AS amount,
           min(t.tx_hash) AS tx_hash, count(*)::int AS count
         FROM onchain_transaction AS t WHERE t.reference = ? AND t.kind = 'payout' AND ${HAS_LEFT} AND ${own.sql}`,
        [gatewayId, ...own.bindings]
      )
    const [row] = rows
    return row && row.count > 0 ? { amount: row.amount, txHash: row.tx_hash ?? undefined } : null
  }

  /**
   * Outgoing transactions that may be a withdrawal: of its asset, of no more than its amount and not from
   * before it was sent, without fees, invoices, deposits and other withdrawals of ours. A deposit that only an
   * event reports excludes none: the event may be untrue. A transaction without a reference goes by its own
   * identifier.
   *
   * @returns largest amount first, because only a fee may have been taken out
   */
  async signsOf(row: WithdrawalRow, limit: number): Promise<PayoutSign[]> {
    const { chain, network_id, canonical_asset_id, token, amount } = row
    const sentAt = row.first_sent_at ?? row.created_at
    const own = inScope(this.scope, "t")
    const { rows }: { rows: PayoutSign[] } = await this.knex.raw(
      `SELECT ${GOES_BY} AS reference, (${LARGEST})::text AS amount FROM onchain_transaction AS t
       WHERE t.direction IS DISTINCT FROM 'in' AND t.kind IS DISTINCT FROM 'fee' AND ${HAS_LEFT}
         AND ${own.sql} AND ${IS_SAME_ASSET}
         AND (t.amount IS NULL OR t.amount::numeric <= ?::numeric)
         AND t.sort_at >= ?::timestamptz - ? * interval '1 millisecond'
         AND NOT ${GOES_BY} = ANY(?::text[])
         AND NOT EXISTS (SELECT 1 FROM onchain_attempt AS p WHERE p.gateway_invoice_id = t.reference
           AND p.environment = t.environment AND p.business_id = t.business_id AND p.deleted_at IS NULL)
         AND NOT EXISTS (SELECT 1 FROM onchain_deposit AS d WHERE d.id = t.reference
           AND d.environment = t.environment AND d.business_id = t.business_id AND d.confirmed_at IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM onchain_withdrawal AS w WHERE w.gateway_withdrawal_id = t.reference
           AND w.environment = t.environment AND w.business_id = t.business_id AND w.deleted_at IS NULL)
       GROUP BY 1 ORDER BY ${LARGEST} DESC NULLS FIRST, max(t.sort_at) DESC, 1 LIMIT ?`,
      [
        ...own.bindings,
        chain,
        network_id,
        canonical_asset_id,
        canonical_asset_id,
        token,
        amount,
        sentAt,
        CLOCKS_DIFFER_MS,
        [...(this.others.get(row.id) ?? [])],
        limit,
      ]
    )
    return rows
  }
}

/** A claimed one has this long before another process polls it. */
const LEASE_MS = 60_000

/** When each withdrawal is polled without a webhook. Times are the database's own. */
export class WithdrawalChecks {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Longest first. Any number of processes share the work. */
  claim(limit: number): Promise<WithdrawalRow[]> {
    const due = { table: "onchain_withdrawal", scope: this.scope, where: "true", dueAt: "next_check_at" }
    const work = { ...due, lease: { ms: LEASE_MS }, set: "check_count = check_count + 1" }
    return takeDue<WithdrawalRow>(this.knex, work, limit)
  }

  /** Returns claimed ones that were not polled. */
  async putBack(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.knex("onchain_withdrawal")
      .whereIn("id", [...ids])
      .whereNotNull("next_check_at")
      .update({ next_check_at: this.knex.fn.now() })
  }

  /** Stores why one cannot be followed, and when to poll again; null for never. */
  async postpone({ id, state }: WithdrawalRow, pauseMs: number | null, reason: string | null): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_withdrawal SET next_check_at = now() + ? * interval '1 millisecond', last_error = ?, updated_at = now()
       WHERE id = ? AND state = ?`,
      [pauseMs, reason?.slice(0, 1_000) ?? null, id, state]
    )
  }
}
