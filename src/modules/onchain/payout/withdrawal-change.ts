import type { OtherPayout } from "../../../domain/payout/withdrawal-standing"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { RefundState } from "../../../domain/refund/refund-lifecycle"
import type { WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import { refundStateOf } from "../../../domain/payout/withdrawal-lifecycle"
import { REFUND_PAID, WITHDRAWAL_APPROVAL_REQUIRED, WITHDRAWAL_UPDATED } from "../events"
import { changeWithNote, type AlsoChange, type NotedChange } from "../work/audit-log"
import { storeStatus } from "../payment/payment-status"
import { changeWithEvents, inTransaction, type OutboxEvent } from "../work/outbox"
import { REFUND } from "../refund/refund-row"
import { archiveUsed } from "./single-use-destination"
import { WITHDRAWAL, type WithdrawalRow } from "./withdrawal-row"

export type SqlPart = { sql: string; bindings: Knex.RawBinding[] }
export type WithdrawalCondition = SqlPart & { id: string }

/** A move of one withdrawal, with its audit entry and its refund. */
export type WithdrawalChange = {
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
