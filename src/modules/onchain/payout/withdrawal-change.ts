import type { OtherPayout } from "../../../domain/payout/withdrawal-standing"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { RefundState } from "../../../domain/refund/refund-lifecycle"
import type { WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import { refundStateOf } from "../../../domain/payout/withdrawal-lifecycle"
import { changeWithNote, type AlsoChange } from "../work/audit-log"
import { REFUND } from "../refund/refund-row"
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

/**
 * Another payout `o` of the same refund that may have moved money, or of which the service says otherwise than we do and
 * nobody has looked yet. The index on live payouts lets one in that came back, so it alone does not tell.
 */
const isOtherThan = (row: "w" | "changed") => `o.refund_id = ${row}.refund_id AND o.id <> ${row}.id
  AND o.deleted_at IS NULL AND (o.state NOT IN ('failed', 'refused', 'cancelled') OR (o.mismatch IS NOT NULL AND o.mismatch_seen_at IS NULL))`

/** Whether the payout `changed` is not the only one of its refund. */
export const HAS_ANOTHER = `EXISTS (SELECT 1 FROM onchain_withdrawal AS o WHERE ${isOtherThan("changed")})`

/** Finds the payout that speaks against another one of the same refund; the one that moved last. */
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
