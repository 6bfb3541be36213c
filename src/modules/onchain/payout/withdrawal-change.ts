import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { refundStateOf, type WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import { CLOCKS_DIFFER_MS } from "../../../domain/payout/withdrawal-search"
import type { OtherPayout } from "../../../domain/payout/withdrawal-standing"
import type { RefundState } from "../../../domain/refund/refund-lifecycle"
import { REFUND_PAID, WITHDRAWAL_APPROVAL_REQUIRED, WITHDRAWAL_UPDATED } from "../events"
import type OnchainWithdrawal from "../models/withdrawal"
import { storeStatus } from "../payment/payment-status"
import { REFUND } from "../refund/refund-ledger"
import { type AlsoChange, changeWithNote, type NotedChange } from "../work/audit-log"
import { changeWithEvents, inTransaction, type OutboxEvent } from "../work/outbox"
import { inScope, ownRows, type Scope, takeDue } from "../work/claim"
import { archiveUsed } from "./destinations"

export const WITHDRAWAL = "withdrawal"

/** `destination_memo` is empty for none. */
export type WithdrawalRow = InferTypeOf<typeof OnchainWithdrawal>

export type SqlPart = { sql: string; bindings: Knex.RawBinding[] }
export type WithdrawalCondition = SqlPart & { id: string }

/** A move of one withdrawal, with its audit entry and its refund. */
type WithdrawalChange = {
  from: WithdrawalState
  to: WithdrawalState
  /** Further columns, as assignments. */
  set: SqlPart
  /** A condition on the row `w`. */
  where: WithdrawalCondition
  /** Why it did not succeed, for the operator; null clears it. */
  reason: string | null
  /** Of the audit entry; the actor is null for the service or a job. */
  action: string
  actorId: string | null
}

/**
 * Moves a withdrawal: state, audit entry, the state of its refund and the events change together.
 *
 * @returns undefined when the guard did not hold
 */
export function changeWithdrawal(knex: Knex, change: WithdrawalChange): Promise<WithdrawalRow | undefined> {
  const { from, to, set, where, action, actorId } = change
  const reason = change.reason?.slice(0, MOST_CHARACTERS) ?? null
  const move: NotedChange = {
    sql: `UPDATE onchain_withdrawal AS w SET state = ?, last_error = ?, ${set.sql},
        revision = w.revision + 1, state_at = now(), updated_at = now()
      WHERE ${where.sql} AND w.state = ? AND w.deleted_at IS NULL RETURNING w.*`,
    bindings: [to, reason, ...set.bindings, ...where.bindings, from],
    also: refundFollows(from, to, reason),
  }
  const after = { state: to, ...(reason ? { reason } : {}) }
  const note = { action, actorId, before: { state: from }, after }
  return withPaymentOf(knex, where.id, (trx) =>
    changeWithEvents(trx, from === to ? [] : withdrawalEvents, async () => {
      const moved = await changeWithNote<WithdrawalRow>(trx, WITHDRAWAL, move, note)
      return moved ? [moved] : []
    })
  )
}

/** Changes a withdrawal under the lock of the payment that it refunds, if any, and stores the status of the payment. */
export function withPaymentOf(
  knex: Knex,
  withdrawalId: string,
  change: (trx: Knex.Transaction) => Promise<WithdrawalRow | undefined>
): Promise<WithdrawalRow | undefined> {
  return inTransaction(knex, async (trx) => {
    const paymentIds = await lockPaymentOf(trx, withdrawalId)
    const changed = await change(trx)
    if (changed) await storeStatus(trx, paymentIds)
    return changed
  })
}

/** Locks the payment that a withdrawal refunds: before the withdrawal. @returns its id; empty for another withdrawal */
export async function lockPaymentOf(trx: Knex, withdrawalId: string): Promise<string[]> {
  const { rows }: { rows: { id: string }[] } = await trx.raw(
    `SELECT id FROM onchain_payment WHERE id = (SELECT payment_id FROM onchain_withdrawal WHERE id = ?) FOR UPDATE`,
    [withdrawalId]
  )
  return rows.map(({ id }) => id)
}

/** Reports the state of a withdrawal, and the refund that it has paid. */
async function withdrawalEvents(row: WithdrawalRow, trx: Knex): Promise<OutboxEvent[]> {
  const { id, state, refund_id } = row
  const events = [withdrawalUpdated(row)]
  if (state === "awaiting_approval")
    events.push({ subject: id, name: WITHDRAWAL_APPROVAL_REQUIRED, data: { id } })
  if (state !== "completed" || refund_id === null) return events
  // A refund that was withdrawn before is not paid by it: the row has a mismatch instead.
  const refund = await trx<{ id: string; payment_id: string; session_id: string; deleted_at: Date | null }>(
    "onchain_refund"
  )
    .where({ id: refund_id, deleted_at: null })
    .first("payment_id", "session_id")
  const data = { refund_id, ...refund, withdrawal_id: id }
  if (refund) events.push({ subject: id, name: REFUND_PAID, data, messageDelayMs: 0 })
  return events
}

export function withdrawalUpdated({ id, state, gateway_status, refund_id }: WithdrawalRow): OutboxEvent {
  return { subject: id, name: WITHDRAWAL_UPDATED, data: { id, state, gateway_status, refund_id } }
}

const MOST_CHARACTERS = 1_000

export const NOTHING: SqlPart = { sql: "check_count = w.check_count", bindings: [] }

export function withId(id: string, sql = "", bindings: Knex.RawBinding[] = []): WithdrawalCondition {
  return { id, sql: `w.id = ?${sql === "" ? "" : ` AND ${sql}`}`, bindings: [id, ...bindings] }
}

const IS_REFUND_OF_CHANGED = `r.id = changed.refund_id AND r.environment = changed.environment
        AND r.business_id = changed.business_id`

/**
 * What a move of a payout makes of its refund. Only the latest payout decides, unless a person settled the
 * refund by other means: a payout sent as well is recorded for review while both exist.
 */
function refundFollows(from: WithdrawalState, to: WithdrawalState, reason: string | null): AlsoChange[] {
  const state = refundStateOf(to)
  const follows: AlsoChange = {
    name: "refund_moved",
    sql: `UPDATE onchain_refund AS r SET state = ?, updated_at = now(),
        last_error = CASE WHEN ${HAS_ANOTHER} THEN coalesce(r.last_error, ?) ELSE ? END,
        ${state === "due" ? NO_LONGER_QUOTED : STILL_QUOTED}, done_at = ${state === "done" ? "coalesce(r.done_at, now())" : "NULL"}
      FROM changed WHERE ${IS_REFUND_OF_CHANGED} AND r.withdrawal_id = changed.id AND r.settled_by IS NULL
        AND r.deleted_at IS NULL
      RETURNING r.id, r.environment, r.business_id, changed.id AS withdrawal_id`,
    bindings: [state, reason, reason],
  }
  const warning = to === "sent" || to === "completed" ? [TOLD_TO_A_PERSON] : []
  const used = state === "done" ? archiveUsed() : []
  return [follows, ...noteOf(refundStateOf(from), state, reason), ...used, ...warning]
}

/** The ends of a payout are in its refund's history too. */
const NOTED = { done: "refund.paid", due: "refund.payout_ended" } as const

function noteOf(before: RefundState, state: RefundState, reason: string | null): AlsoChange[] {
  if (before === state || (state !== "done" && state !== "due")) return []
  return [
    {
      name: "refund_noted",
      sql: `INSERT INTO onchain_audit_entry (id, subject_type, subject_id, action, actor_id, before, after, environment, business_id)
        SELECT ?, ?, refund_moved.id, ?, NULL, ?::jsonb,
          jsonb_strip_nulls(jsonb_build_object('state', ?::text, 'withdrawal_id', refund_moved.withdrawal_id, 'reason', ?::text)),
          refund_moved.environment, refund_moved.business_id
        FROM refund_moved`,
      bindings: [
        generateEntityId(undefined, "ocaud"),
        REFUND,
        NOTED[state],
        JSON.stringify({ state: before }),
        state,
        reason,
      ],
    },
  ]
}

/** Fiat is converted again with the next quote; an entered amount, which had a share, is entered again. */
const NO_LONGER_QUOTED = `token_amount = CASE WHEN r.share_amount IS NULL AND r.kind <> 'order' THEN r.token_amount END,
        share_amount = NULL, rate_basis = NULL, rate = NULL, rate_source = NULL, rate_at = NULL`

/** A refund whose payout was sent after all is paid on the terms of that payout. */
const STILL_QUOTED = `token_amount = changed.amount, share_amount = changed.share_amount, rate_basis = changed.rate_basis,
        rate = changed.rate, rate_source = changed.rate_source, rate_at = changed.rate_at`

const TOLD_TO_A_PERSON: AlsoChange = {
  name: "refund_doubted",
  sql: `UPDATE onchain_refund AS r SET last_error = 'Its withdrawal ' || changed.id || ' was sent after all. It may be paid twice.',
        updated_at = now()
      FROM changed WHERE ${IS_REFUND_OF_CHANGED} AND r.deleted_at IS NULL
        AND (r.withdrawal_id IS DISTINCT FROM changed.id OR r.settled_by IS NOT NULL)`,
  bindings: [],
}

/**
 * Another payout `o` of the same refund that may have moved money, or has an unreviewed contradiction. The
 * index on live payouts admits one that came back, so it does not suffice.
 */
const isOtherThan = (row: "w" | "changed") => `o.refund_id = ${row}.refund_id AND o.id <> ${row}.id
  AND o.deleted_at IS NULL AND (o.state NOT IN ('failed', 'refused', 'cancelled') OR (o.mismatch IS NOT NULL AND o.mismatch_seen_at IS NULL))`

/** Whether the payout `changed` is not the only one of its refund. */
const HAS_ANOTHER = `EXISTS (SELECT 1 FROM onchain_withdrawal AS o WHERE ${isOtherThan("changed")})`

/** The latest other payout of the same refund that may have moved money. */
export async function findOtherPayout(
  knex: Knex,
  { id, refund_id }: Pick<WithdrawalRow, "id" | "refund_id">
): Promise<OtherPayout | undefined> {
  if (refund_id === null) return undefined
  const { rows } = await knex.raw(
    `SELECT o.id, o.state, o.mismatch FROM onchain_withdrawal AS w JOIN onchain_withdrawal AS o ON ${isOtherThan("w")}
     WHERE w.id = ? ORDER BY o.state_at DESC, o.id LIMIT 1`,
    [id]
  )
  return rows[0]
}

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
