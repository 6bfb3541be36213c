import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { RefundState } from "../../domain/refund-lifecycle"
import type { WithdrawalState } from "../../domain/withdrawal-lifecycle"
import { refundStateOf } from "../../domain/withdrawal-lifecycle"
import { changeWithNote, type AlsoChange } from "./audit-log"
import { HAS_ANOTHER } from "./other-payouts"
import { REFUND } from "./refund-row"
import { WITHDRAWAL, type WithdrawalRow } from "./withdrawal-row"

/** A part of a statement with what its question marks stand for. */
export type SqlPart = { sql: string; bindings: Knex.RawBinding[] }

/** A move of one withdrawal, with its audit entry and what becomes of the refund that it pays. */
export type WithdrawalChange = {
  from: WithdrawalState
  to: WithdrawalState
  /** Further columns, as assignments. */
  set: SqlPart
  /** What has to be true of the row `w`, with its id. */
  where: SqlPart
  /** Why it did not go as wished, for the operator; null clears it. */
  reason: string | null
  /** Name of the audit entry, and who did it; null for the service or a job. */
  action: string
  actorId: string | null
}

/**
 * Moves a withdrawal in one statement: state, audit entry and the state of its refund are there together, or not at all.
 *
 * @returns the row as it now is, or undefined when the guard did not hold
 */
export function changeWithdrawal(knex: Knex, change: WithdrawalChange): Promise<WithdrawalRow | undefined> {
  const { from, to, set, where, action, actorId } = change
  const reason = change.reason?.slice(0, MOST_CHARACTERS) ?? null
  return changeWithNote<WithdrawalRow>(
    knex,
    WITHDRAWAL,
    {
      sql: `UPDATE onchain_withdrawal AS w SET state = ?, last_error = ?, ${set.sql},
          revision = w.revision + 1, state_at = now(), updated_at = now()
        WHERE ${where.sql} AND w.state = ? AND w.deleted_at IS NULL RETURNING w.*`,
      bindings: [to, reason, ...set.bindings, ...where.bindings, from],
      also: refundFollows(from, to, reason),
    },
    {
      action,
      actorId,
      before: { state: from },
      after: { state: to, ...(reason ? { reason } : {}) },
    }
  )
}

const MOST_CHARACTERS = 1_000

/** Nothing further to write. */
export const NOTHING: SqlPart = { sql: "check_count = w.check_count", bindings: [] }

/** The row with this id. */
export function withId(id: string, sql = "", bindings: Knex.RawBinding[] = []): SqlPart {
  return { sql: `w.id = ?${sql === "" ? "" : ` AND ${sql}`}`, bindings: [id, ...bindings] }
}

/**
 * What a move of a payout makes of its refund. Only the latest payout of a refund speaks for it, and not any more when
 * a person has settled it by other means: what is sent beside that is written down for a person to look at, and stays
 * written down while both are there.
 */
export function refundFollows(
  from: WithdrawalState,
  to: WithdrawalState,
  reason: string | null
): AlsoChange[] {
  const state = refundStateOf(to)
  const follows: AlsoChange = {
    name: "refund_moved",
    sql: `UPDATE onchain_refund AS r SET state = ?, updated_at = now(),
        last_error = CASE WHEN ${HAS_ANOTHER} THEN coalesce(r.last_error, ?) ELSE ? END,
        ${state === "due" ? NO_LONGER_QUOTED : STILL_QUOTED}, done_at = ${state === "done" ? "coalesce(r.done_at, now())" : "NULL"}
      FROM changed WHERE r.id = changed.refund_id AND r.withdrawal_id = changed.id AND r.settled_by IS NULL
        AND r.deleted_at IS NULL
      RETURNING r.id, changed.id AS withdrawal_id`,
    bindings: [state, reason, reason],
  }
  const warning = to === "sent" || to === "completed" ? [TOLD_TO_A_PERSON] : []
  return [follows, ...noteOf(refundStateOf(from), state, reason), ...warning]
}

/** The ends of a payout are in the history of its refund; its ways are in its own. */
const NOTED = { done: "refund.paid", due: "refund.payout_ended" } as const

function noteOf(before: RefundState, state: RefundState, reason: string | null): AlsoChange[] {
  if (before === state || (state !== "done" && state !== "due")) return []
  return [
    {
      name: "refund_noted",
      sql: `INSERT INTO onchain_audit_entry (id, subject_type, subject_id, action, actor_id, before, after)
        SELECT ?, ?, refund_moved.id, ?, NULL, ?::jsonb,
          jsonb_strip_nulls(jsonb_build_object('state', ?::text, 'withdrawal_id', refund_moved.withdrawal_id, 'reason', ?::text))
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

/** What a refund of fiat comes to is found anew with the next quote; what a person entered had a share, and is entered anew. */
const NO_LONGER_QUOTED = `token_amount = CASE WHEN r.share_amount IS NULL AND r.kind <> 'order' THEN r.token_amount END,
        share_amount = NULL, rate_basis = NULL, rate = NULL, rate_source = NULL, rate_at = NULL`

/** One that was due again when its payout turned out to be sent is paid as that payout was reckoned. */
const STILL_QUOTED = `token_amount = changed.amount, share_amount = changed.share_amount, rate_basis = changed.rate_basis,
        rate = changed.rate, rate_source = changed.rate_source, rate_at = changed.rate_at`

const TOLD_TO_A_PERSON: AlsoChange = {
  name: "refund_doubted",
  sql: `UPDATE onchain_refund AS r SET last_error = 'Its withdrawal ' || changed.id || ' was sent after all. It may be paid twice.',
        updated_at = now()
      FROM changed WHERE r.id = changed.refund_id AND r.deleted_at IS NULL
        AND (r.withdrawal_id IS DISTINCT FROM changed.id OR r.settled_by IS NOT NULL)`,
  bindings: [],
}
