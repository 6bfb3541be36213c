import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { SIGNS_OF_AN_EARLIER_REQUEST } from "../../domain/withdrawal-answer"
import { UNREADABLE_FOR_DAYS, type PersonsOutcome } from "../../domain/withdrawal-choices"
import { LOOKS_AFTER_COMPLETION_MS, LOOKS_AFTER_FAILURE_MS } from "../../domain/withdrawal-check-schedule"
import { changeWithNote } from "./audit-log"
import { CALL_OVER, SEARCH_AGAIN_AFTER_MS } from "./withdrawal-answers"
import { changeWithdrawal, withId } from "./withdrawal-change"
import { WITHDRAWAL, type WithdrawalRow } from "./withdrawal-row"

/** Since when the service has told nothing of one. */
export const LAST_TOLD_AT = "greatest(checked_at, state_at)"

const ENDS = {
  paid: {
    to: "completed",
    more: ", completed_at = now()",
    reason: null,
    lookMs: LOOKS_AFTER_COMPLETION_MS[0],
  },
  not_paid: {
    to: "failed",
    more: "",
    reason: "Ended by hand: somebody has made sure that the service has not paid it.",
    lookMs: LOOKS_AFTER_FAILURE_MS[0],
  },
} as const

/** What a person says of a withdrawal, where the service does not or says something odd. Each has its audit entry. */
export class WithdrawalEnds {
  constructor(private readonly knex: Knex) {}

  /**
   * Ends one by a person's word that the service has none of it. It is searched for all the same.
   *
   * @returns undefined when it has moved meanwhile, or the service says itself that it has it
   */
  writeOff(row: WithdrawalRow, actorId: string, note: string): Promise<WithdrawalRow | undefined> {
    const signs = SIGNS_OF_AN_EARLIER_REQUEST.map(() => "?").join(", ")
    return changeWithdrawal(this.knex, {
      from: "unclear",
      to: "refused",
      set: {
        sql: `${CALL_OVER}, resolved_by = ?, resolution_note = ?, next_check_at = now() + ? * interval '1 millisecond'`,
        bindings: [actorId, note, SEARCH_AGAIN_AFTER_MS],
      },
      where: withId(row.id, `w.revision = ? AND coalesce(w.last_answer_code, '') NOT IN (${signs})`, [
        row.revision,
        ...SIGNS_OF_AN_EARLIER_REQUEST,
      ]),
      reason: "Written off: somebody has made sure that the service has not sent it.",
      action: "withdrawal.written_off",
      actorId,
    })
  }

  /**
   * Ends one that the service has and cannot tell of, by a person's word. It is asked for some more times.
   *
   * @returns undefined when it has moved meanwhile, or the service has told of it within {@link UNREADABLE_FOR_DAYS}
   */
  end(
    row: WithdrawalRow,
    outcome: PersonsOutcome,
    actorId: string,
    note: string
  ): Promise<WithdrawalRow | undefined> {
    const { to, more, reason, lookMs } = ENDS[outcome]
    return changeWithdrawal(this.knex, {
      from: "sent",
      to,
      set: {
        sql: `resolved_by = ?, resolution_note = ?, next_check_at = now() + ? * interval '1 millisecond'${more}`,
        bindings: [actorId, note, lookMs ?? null],
      },
      where: withId(row.id, `w.revision = ? AND ${LAST_TOLD_AT} < now() - ? * interval '1 day'`, [
        row.revision,
        UNREADABLE_FOR_DAYS,
      ]),
      reason,
      action: `withdrawal.ended_${outcome}`,
      actorId,
    })
  }

  /**
   * Notes that a person has looked at what the service says otherwise. Nothing moves.
   *
   * @param words what they have read
   * @returns undefined when somebody was faster, or the words are others by now
   */
  acknowledge(
    { id }: WithdrawalRow,
    words: string,
    actorId: string,
    note: string
  ): Promise<WithdrawalRow | undefined> {
    return changeWithNote<WithdrawalRow>(
      this.knex,
      WITHDRAWAL,
      {
        sql: `UPDATE onchain_withdrawal SET mismatch_seen_at = now(), mismatch_seen_by = ?, mismatch_seen_note = ?,
            updated_at = now()
          WHERE id = ? AND mismatch = ? AND mismatch_seen_at IS NULL AND deleted_at IS NULL RETURNING *`,
        bindings: [actorId, note, id, words],
      },
      {
        action: "withdrawal.acknowledged",
        actorId,
        before: { mismatch: words },
        after: { note },
      }
    )
  }
}
