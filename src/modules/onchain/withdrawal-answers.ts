import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Truth } from "../../domain/withdrawal-truth"
import type { Withdrawal } from "../../gateway/contract"
import { changeWithdrawal, withId, type SqlPart } from "./withdrawal-change"
import type { ClaimedWithdrawal } from "./withdrawal-claims"
import { QUOTE_CLEARED } from "./withdrawal-quotes"
import type { WithdrawalRow } from "./withdrawal-row"

/** What the service says of a withdrawal, and what it comes to here. */
export type WithdrawalNews = {
  withdrawal: Withdrawal
  truth: Truth
  /** When it was asked, by the database's clock; null for the answer to the create, which may be an old one. */
  askedAt: Date | null
  /** When to ask next, in milliseconds; null for never. */
  nextCheckMs: number | null
}

/** An end of a payout that a person has chosen, for the audit entry. */
export type PersonsEnd = {
  action: "withdrawal.adopted" | "withdrawal.written_off"
  actorId: string
  note: string | null
}

/** Nothing of the call is left to do. */
const CALL_OVER = "lease_expires_at = NULL, next_attempt_at = NULL"
/** No two rows stand for the same money. */
const IS_NOBODY_ELSES = `NOT EXISTS (SELECT 1 FROM onchain_withdrawal AS o WHERE o.gateway_withdrawal_id = ? AND o.id <> w.id)`
const SEARCH_AGAIN_AFTER_MS = 60_000

/** Stores how payouts end: by the answer to their call, by what the service has of them, or by a person. */
export class WithdrawalAnswers {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores the answer to a call, unless a webhook has told it before.
   *
   * @returns undefined when the withdrawal is not on its way out with this key any more, or another one has the service's id
   */
  recordAnswer(claim: ClaimedWithdrawal, from: "sending" | "unclear", news: WithdrawalNews) {
    return this.bind(
      from,
      news,
      withId(claim.id, `w.create_key = ? AND ${IS_NOBODY_ELSES}`, [claim.create_key, news.withdrawal.id]),
      { action: `withdrawal.${news.truth.to}`, actorId: null }
    )
  }

  /**
   * Stores what the service has of a withdrawal, unless a newer answer is stored.
   *
   * @param end who brought the two together, where a person did
   * @returns undefined when the row has changed since it was read
   */
  recordCanonical(
    row: WithdrawalRow,
    news: WithdrawalNews,
    end?: PersonsEnd
  ): Promise<WithdrawalRow | undefined> {
    const { truth, askedAt, withdrawal } = news
    const where = withId(
      row.id,
      `(w.checked_at IS NULL OR w.checked_at < ?) AND (w.gateway_withdrawal_id IS NULL OR w.gateway_withdrawal_id = ?)
       AND ${IS_NOBODY_ELSES}`,
      [askedAt, withdrawal.id, withdrawal.id]
    )
    if (truth.to === row.state) return this.refresh(row, news, where)
    const note = end ?? { action: nameOf(row, truth), actorId: null }
    return this.bind(row.state, news, where, note)
  }

  /** Ends a call that certainly did nothing. @returns undefined when there is any doubt */
  release(
    claim: ClaimedWithdrawal,
    to: "refused" | "requested",
    reason: string
  ): Promise<WithdrawalRow | undefined> {
    return changeWithdrawal(this.knex, {
      from: "sending",
      to,
      set: {
        sql:
          to === "refused"
            ? CALL_OVER
            : `${CALL_OVER}, ${QUOTE_CLEARED}, create_key = NULL, first_sent_at = NULL, send_attempts = 0`,
        bindings: [],
      },
      where: withId(claim.id, "w.create_key = ? AND w.send_attempts = ? AND NOT w.is_uncertain", [
        claim.create_key,
        claim.send_attempts,
      ]),
      reason,
      action: to === "refused" ? "withdrawal.refused" : "withdrawal.quote_expired",
      actorId: null,
    })
  }

  /** Leaves one to a person that may not be asked for again and that nobody has found. It is searched for meanwhile. */
  giveUp(claim: ClaimedWithdrawal, reason: string): Promise<WithdrawalRow | undefined> {
    return changeWithdrawal(this.knex, {
      from: "sending",
      to: "unclear",
      set: {
        sql: `is_uncertain = true, lease_expires_at = NULL, next_attempt_at = now() + ? * interval '1 millisecond'`,
        bindings: [SEARCH_AGAIN_AFTER_MS],
      },
      where: withId(claim.id, "w.create_key = ? AND w.send_attempts = ?", [
        claim.create_key,
        claim.send_attempts,
      ]),
      reason,
      action: "withdrawal.unclear",
      actorId: null,
    })
  }

  /** Ends one by a person's word that the service has none of it. It is searched for all the same. */
  writeOff(row: WithdrawalRow, actorId: string, note: string): Promise<WithdrawalRow | undefined> {
    return changeWithdrawal(this.knex, {
      from: "unclear",
      to: "refused",
      set: {
        sql: `${CALL_OVER}, resolved_by = ?, resolution_note = ?, next_check_at = now() + ? * interval '1 millisecond'`,
        bindings: [actorId, note, SEARCH_AGAIN_AFTER_MS],
      },
      where: withId(row.id, "w.revision = ?", [row.revision]),
      reason: "Written off: somebody has made sure that the service has not sent it.",
      action: "withdrawal.written_off",
      actorId,
    })
  }

  /** Notes what a person has to look at, without moving anything. */
  async noteMismatch(id: string, words: string): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_withdrawal SET mismatch = ?, updated_at = now() WHERE id = ? AND mismatch IS DISTINCT FROM ?`,
      [words, id, words]
    )
  }

  /** Notes what a search found or did not find, and when to search again. */
  async planSearch({ id, state }: WithdrawalRow, pauseMs: number | null, reason: string): Promise<void> {
    const column = state === "unclear" ? "next_attempt_at" : "next_check_at"
    await this.knex.raw(
      `UPDATE onchain_withdrawal SET ${column} = now() + ? * interval '1 millisecond', last_error = ?, updated_at = now()
       WHERE id = ? AND state = ?`,
      [pauseMs, reason.slice(0, 1_000), id, state]
    )
  }

  private bind(
    from: WithdrawalRow["state"],
    news: WithdrawalNews,
    where: SqlPart,
    { action, actorId, note = null }: { action: string; actorId: string | null; note?: string | null }
  ): Promise<WithdrawalRow | undefined> {
    const { truth, withdrawal } = news
    const facts = factsOf(news)
    const byHand = actorId !== null
    return changeWithdrawal(this.knex, {
      from,
      to: truth.to,
      set: {
        sql: `${facts.sql}, ${CALL_OVER}${truth.isRevived ? ", revived_at = now()" : ""}${
          truth.to === "completed" ? ", completed_at = coalesce(w.completed_at, now())" : ""
        }${byHand ? ", resolved_by = ?, resolution_note = ?" : ""}`,
        bindings: [...facts.bindings, ...(byHand ? [actorId, note] : [])],
      },
      where,
      reason: truth.to === "failed" ? failureInWords(withdrawal) : null,
      action,
      actorId,
    })
  }

  /** The same state with other facts. Whoever listens is told of another word of the service's. */
  private async refresh(
    row: WithdrawalRow,
    news: WithdrawalNews,
    where: SqlPart
  ): Promise<WithdrawalRow | undefined> {
    const facts = factsOf(news)
    const { rows } = await this.knex.raw(
      `UPDATE onchain_withdrawal AS w SET ${facts.sql}, updated_at = now(),
         announced_state = CASE WHEN w.gateway_status IS DISTINCT FROM ? THEN NULL ELSE w.announced_state END,
         revision = CASE WHEN w.gateway_status IS DISTINCT FROM ? THEN w.revision + 1 ELSE w.revision END
       WHERE ${where.sql} AND w.state = ? AND w.deleted_at IS NULL RETURNING w.*`,
      [...facts.bindings, news.withdrawal.status, news.withdrawal.status, ...where.bindings, row.state]
    )
    return rows[0]
  }
}

/** A mismatch stays until a person has looked; what the service does not repeat was not taken back. */
function factsOf({ withdrawal, truth, askedAt, nextCheckMs }: WithdrawalNews): SqlPart {
  return {
    sql: `gateway_withdrawal_id = ?, gateway_status = ?, fee = coalesce(?, w.fee), net_amount = coalesce(?, w.net_amount),
      tx_hash = coalesce(?, w.tx_hash), failure_reason = coalesce(?, w.failure_reason), mismatch = coalesce(?, w.mismatch),
      checked_at = coalesce(?, w.checked_at), next_check_at = now() + ? * interval '1 millisecond'`,
    bindings: [
      withdrawal.id,
      withdrawal.status,
      withdrawal.fee ?? null,
      withdrawal.netAmount ?? null,
      withdrawal.txHash ?? null,
      withdrawal.failureReason ?? null,
      truth.mismatch,
      askedAt,
      nextCheckMs,
    ],
  }
}

function nameOf({ state }: WithdrawalRow, { to, mismatch }: Truth): string {
  if (mismatch !== null) return "withdrawal.contradicted"
  return state === "unclear" ? "withdrawal.found" : `withdrawal.${to}`
}

function failureInWords({ failureReason, status }: Withdrawal): string {
  return failureReason === undefined
    ? `It failed at the service, which calls it ${status}. The money is still there.`
    : `It failed at the service: ${failureReason}. The money is still there.`
}
