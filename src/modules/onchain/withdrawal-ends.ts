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

/** No two withdrawals are the same transaction. */
const IS_NO_OTHERS = `NOT EXISTS (SELECT 1 FROM onchain_withdrawal AS o WHERE o.tx_hash = ? AND o.id <> w.id)`

/** What a person says of a withdrawal, where the service does not or says something odd. Each has its audit entry. */
export class WithdrawalEnds {
  constructor(private readonly knex: Knex) {}

  /**
   * Ends one by a person's word that the service has none of it. It is searched for all the same.
   *
   * @param ruledOut withdrawals of the service that fit and that the person has compared: they are others
   * @returns undefined when it has moved meanwhile, or the service says itself that it has it
   */
  writeOff(
    row: WithdrawalRow,
    actorId: string,
    note: string,
    ruledOut: readonly string[] = []
  ): Promise<WithdrawalRow | undefined> {
    const signs = SIGNS_OF_AN_EARLIER_REQUEST.map(() => "?").join(", ")
    return changeWithdrawal(this.knex, {
      from: "unclear",
      to: "refused",
      set: {
        sql: `${CALL_OVER}, resolved_by = ?, resolution_note = ?, ruled_out = ?::text[],
          next_check_at = now() + ? * interval '1 millisecond'`,
        bindings: [actorId, note, [...ruledOut], SEARCH_AGAIN_AFTER_MS],
      },
      where: withId(
        row.id,
        `w.revision = ? AND w.accepted_at IS NULL AND w.conflict_code IS NULL
         AND coalesce(w.last_answer_code, '') NOT IN (${signs})`,
        [row.revision, ...SIGNS_OF_AN_EARLIER_REQUEST]
      ),
      reason: `Written off: somebody has made sure that the service has not sent it.${ruledOutInWords(ruledOut)}`,
      action: "withdrawal.written_off",
      actorId,
    })
  }

  /**
   * Ends one whose answer was lost as paid, by the transaction that a person names. It is searched for all the same, and what
   * the service says otherwise later is a mismatch.
   *
   * @param txHash in the form of its chain
   * @returns undefined when it has moved meanwhile, or the transaction is another withdrawal's
   */
  endAsPaid(
    row: WithdrawalRow,
    txHash: string,
    actorId: string,
    note: string
  ): Promise<WithdrawalRow | undefined> {
    return changeWithdrawal(this.knex, {
      from: "unclear",
      to: "completed",
      set: {
        sql: `${CALL_OVER}, tx_hash = ?, resolved_by = ?, resolution_note = ?, completed_at = now(),
          next_check_at = now() + ? * interval '1 millisecond'`,
        bindings: [txHash, actorId, note, SEARCH_AGAIN_AFTER_MS],
      },
      where: withId(row.id, `w.revision = ? AND ${IS_NO_OTHERS}`, [row.revision, txHash]),
      reason: null,
      action: "withdrawal.ended_paid",
      actorId,
    })
  }

  /** The withdrawal of ours that another one's transaction is, if it is one. */
  async ownerOf(txHash: string, { id }: WithdrawalRow): Promise<string | null> {
    const owner = await this.knex<WithdrawalRow>("onchain_withdrawal")
      .where({ tx_hash: txHash })
      .whereNot({ id })
      .whereNull("deleted_at")
      .first("id")
    return owner?.id ?? null
  }

  /**
   * Ends one that the service has and cannot tell of, by a person's word. It is asked for some more times.
   *
   * @param ruledOut what fits at the service and the person has compared: other payouts
   * @returns undefined when it has moved meanwhile, or the service has told of it within {@link UNREADABLE_FOR_DAYS}
   */
  end(
    row: WithdrawalRow,
    outcome: PersonsOutcome,
    actorId: string,
    note: string,
    txHash: string | null = null,
    ruledOut: readonly string[] = []
  ): Promise<WithdrawalRow | undefined> {
    const { to, more, reason, lookMs } = ENDS[outcome]
    return changeWithdrawal(this.knex, {
      from: "sent",
      to,
      set: {
        sql: `tx_hash = coalesce(w.tx_hash, ?), resolved_by = ?, resolution_note = ?, ruled_out = ?::text[],
          next_check_at = now() + ? * interval '1 millisecond'${more}`,
        bindings: [txHash, actorId, note, [...ruledOut], lookMs ?? null],
      },
      where: withId(row.id, `w.revision = ? AND ${LAST_TOLD_AT} < now() - ? * interval '1 day'`, [
        row.revision,
        UNREADABLE_FOR_DAYS,
      ]),
      reason: reason === null ? null : `${reason}${ruledOutInWords(ruledOut)}`,
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

function ruledOutInWords(ruledOut: readonly string[]): string {
  return ruledOut.length === 0 ? "" : ` Ruled out: ${ruledOut.join(", ")}.`
}
