import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { GatewayState } from "../../../domain/payout/withdrawal-gateway-state"
import type { Withdrawal } from "../../../gateway/contract"
import { answerCode } from "./withdrawal-store"
import {
  changeWithdrawal,
  type SqlPart,
  type WithdrawalCondition,
  type WithdrawalRow,
  withdrawalUpdated,
  withId,
  withPaymentOf,
} from "./withdrawal-change"
import { changeWithEvents } from "../work/outbox"
import type { ClaimedWithdrawal } from "./withdrawal-claims"
import { QUOTE_CLEARED } from "./withdrawal-quotes"

/** What the service says of a withdrawal, and what it means here. */
export type WithdrawalUpdate = {
  withdrawal: Withdrawal
  change: GatewayState
  /** What a person has to review, in words; null for nothing. */
  mismatch: string | null
  /** By the database's clock; null for the answer to the create, which may be old. */
  askedAt: Date | null
  /** A call of the service, its list of transactions, or a signed event alone. */
  source: "service" | "transaction" | "event"
  /** Null for never. */
  nextCheckMs: number | null
}

/** The end of a payout that a person chose, for the audit entry. */
export type PersonsEnd = {
  action: "withdrawal.adopted"
  actorId: string
}

export const CALL_OVER = "lease_expires_at = NULL, next_attempt_at = NULL"
/** As before the call, for another quote. */
const CALL_CLEARED = `${QUOTE_CLEARED}, create_key = NULL, first_sent_at = NULL, send_attempts = 0`
/** No two rows stand for the same money. */
const IS_NOBODY_ELSES = `NOT EXISTS (SELECT 1 FROM onchain_withdrawal AS o WHERE o.gateway_withdrawal_id = ? AND o.id <> w.id
  AND o.environment = w.environment AND o.business_id = w.business_id)`
/** Pause before a payout that ended without proof, or was written off, is searched for again. */
export const SEARCH_AGAIN_AFTER_MS = 60_000

/** Stores how payouts go on and end: by the answer to their call, or by what the service has of them. */
export class WithdrawalAnswers {
  constructor(private readonly knex: Knex) {}

  /**
   * Stores the answer to a call, unless a webhook was faster.
   *
   * @returns undefined when the withdrawal is no longer being sent with this key, or another one has the
   * service's id
   */
  recordAnswer(claim: ClaimedWithdrawal, from: "sending" | "unknown", update: WithdrawalUpdate) {
    return this.bind(
      from,
      update,
      withId(claim.id, `w.create_key = ? AND ${IS_NOBODY_ELSES}`, [claim.create_key, update.withdrawal.id]),
      { action: `withdrawal.${update.change.to}`, actorId: null }
    )
  }

  /**
   * Stores what the service has of a withdrawal, unless a newer answer is stored.
   *
   * @param end who matched the two, where a person did
   * @returns undefined when the row has changed since it was read
   */
  recordCanonical(
    row: WithdrawalRow,
    update: WithdrawalUpdate,
    end?: PersonsEnd
  ): Promise<WithdrawalRow | undefined> {
    const { change, askedAt, withdrawal } = update
    const where = withId(
      row.id,
      `(w.checked_at IS NULL OR w.checked_at < ?) AND (w.gateway_withdrawal_id IS NULL OR w.gateway_withdrawal_id = ?)
       AND ${IS_NOBODY_ELSES}`,
      [askedAt, withdrawal.id, withdrawal.id]
    )
    if (change.to === row.state) return this.refresh(row, update, where)
    const note = end ?? { action: nameOf(row, update), actorId: null }
    return this.bind(row.state, update, where, note)
  }

  /**
   * Ends a call that certainly did nothing.
   *
   * @param answer the code that proves it, with words
   * @returns undefined when there is any doubt
   */
  release(
    claim: ClaimedWithdrawal,
    to: "refused" | "requested",
    answer: { code: string; reason: string }
  ): Promise<WithdrawalRow | undefined> {
    const code = answerCode(answer.code)
    return changeWithdrawal(this.knex, {
      from: "sending",
      to,
      set: {
        sql: `${CALL_OVER}, ${code.sql}${to === "refused" ? "" : `, ${CALL_CLEARED}`}`,
        bindings: code.bindings,
      },
      where: withId(claim.id, "w.create_key = ? AND w.send_attempts = ? AND NOT w.is_uncertain", [
        claim.create_key,
        claim.send_attempts,
      ]),
      reason: answer.reason,
      action: to === "refused" ? "withdrawal.refused" : "withdrawal.quote_expired",
      actorId: null,
    })
  }

  /**
   * Ends the repetition of a call that was not found: a person decides, and it is searched for meanwhile.
   *
   * @param answer the code of the last call, if any, and why it ends here
   */
  giveUp(
    claim: ClaimedWithdrawal,
    answer: { code: string | null; reason: string }
  ): Promise<WithdrawalRow | undefined> {
    const code = answerCode(answer.code)
    return changeWithdrawal(this.knex, {
      from: "sending",
      to: "unknown",
      set: {
        sql: `${code.sql}, is_uncertain = true, lease_expires_at = NULL,
          next_attempt_at = now() + ? * interval '1 millisecond'`,
        bindings: [...code.bindings, SEARCH_AGAIN_AFTER_MS],
      },
      where: withId(claim.id, "w.create_key = ? AND w.send_attempts = ?", [
        claim.create_key,
        claim.send_attempts,
      ]),
      reason: answer.reason,
      action: "withdrawal.unknown",
      actorId: null,
    })
  }

  /** Stores that the service answered a call with 2xx, before the answer is used. Nothing takes it back. */
  async noteAccepted({ id, create_key }: ClaimedWithdrawal): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_withdrawal SET accepted_at = coalesce(accepted_at, now()), is_uncertain = true, updated_at = now()
       WHERE id = ? AND create_key = ?`,
      [id, create_key]
    )
  }

  /**
   * Stores that the service has something else under the key, reference or quote of a call. Nothing takes it
   * back.
   */
  async noteConflict({ id, create_key }: ClaimedWithdrawal, code: string): Promise<void> {
    await this.knex.raw(
      `UPDATE onchain_withdrawal SET conflict_code = coalesce(conflict_code, ?), is_uncertain = true, updated_at = now()
       WHERE id = ? AND create_key = ?`,
      [code.slice(0, 100), id, create_key]
    )
  }

  async noteMismatch(id: string, words: string): Promise<void> {
    const mismatch = withMismatch(words)
    await this.knex.raw(
      `UPDATE onchain_withdrawal AS w SET ${mismatch.sql}, updated_at = now() WHERE w.id = ?`,
      [...mismatch.bindings, id]
    )
  }

  /** Stores the result of a search, and when to search again. */
  async planSearch(
    { id, state }: WithdrawalRow,
    pauseMs: number | null,
    reason: string | null
  ): Promise<void> {
    const column = state === "unknown" ? "next_attempt_at" : "next_check_at"
    await this.knex.raw(
      `UPDATE onchain_withdrawal SET ${column} = now() + ? * interval '1 millisecond', last_error = ?, updated_at = now()
       WHERE id = ? AND state = ?`,
      [pauseMs, reason?.slice(0, 1_000) ?? null, id, state]
    )
  }

  private bind(
    from: WithdrawalRow["state"],
    update: WithdrawalUpdate,
    where: WithdrawalCondition,
    { action, actorId }: { action: string; actorId: string | null }
  ): Promise<WithdrawalRow | undefined> {
    const { change, withdrawal } = update
    const facts = factsOf(update)
    const byHand = actorId !== null
    return changeWithdrawal(this.knex, {
      from,
      to: change.to,
      set: {
        sql: `${facts.sql}, ${CALL_OVER}${change.isRevived ? ", revived_at = now()" : ""}${
          change.to === "completed" ? ", completed_at = coalesce(w.completed_at, now())" : ""
        }${byHand ? ", resolved_by = ?" : ""}`,
        bindings: [...facts.bindings, ...(byHand ? [actorId] : [])],
      },
      where,
      reason: change.to === "failed" ? failureInWords(withdrawal) : null,
      action,
      actorId,
    })
  }

  /** The same state with other facts. Another status of the service is reported. */
  private refresh(
    row: WithdrawalRow,
    update: WithdrawalUpdate,
    where: WithdrawalCondition
  ): Promise<WithdrawalRow | undefined> {
    const facts = factsOf(update)
    const eventsOf = (now: WithdrawalRow) => (now.revision === row.revision ? [] : [withdrawalUpdated(now)])
    const write = async (trx: Knex): Promise<WithdrawalRow[]> => {
      const { rows } = await trx.raw(
        `UPDATE onchain_withdrawal AS w SET ${facts.sql}, updated_at = now(),
           revision = CASE WHEN w.gateway_status IS DISTINCT FROM ? THEN w.revision + 1 ELSE w.revision END
         WHERE ${where.sql} AND w.state = ? AND w.revision = ? AND w.deleted_at IS NULL RETURNING w.*`,
        [...facts.bindings, update.withdrawal.status, ...where.bindings, row.state, row.revision]
      )
      return rows
    }
    return withPaymentOf(this.knex, row.id, (trx) => changeWithEvents(trx, eventsOf, write))
  }
}

/** A fact that the service does not repeat stays. */
function factsOf({ withdrawal, mismatch: words, askedAt, source, nextCheckMs }: WithdrawalUpdate): SqlPart {
  const mismatch = withMismatch(words)
  return {
    sql: `gateway_withdrawal_id = ?, status_source = ?, gateway_status = ?,
      gateway_status_at = CASE WHEN w.gateway_status IS DISTINCT FROM ? THEN now() ELSE w.gateway_status_at END, fee = coalesce(?, w.fee), net_amount = coalesce(?, w.net_amount),
      tx_hash = coalesce(?, w.tx_hash), failure_reason = coalesce(?, w.failure_reason), ${mismatch.sql},
      checked_at = coalesce(?, w.checked_at), next_check_at = now() + ? * interval '1 millisecond'`,
    bindings: [
      withdrawal.id,
      source,
      withdrawal.status,
      withdrawal.status,
      withdrawal.fee ?? null,
      withdrawal.netAmount ?? null,
      withdrawal.txHash ?? null,
      withdrawal.failureReason ?? null,
      ...mismatch.bindings,
      askedAt,
      nextCheckMs,
    ],
  }
}

function nameOf({ state }: WithdrawalRow, { change, mismatch }: WithdrawalUpdate): string {
  if (mismatch !== null) return "withdrawal.contradicted"
  return state === "unknown" ? "withdrawal.found" : `withdrawal.${change.to}`
}

function failureInWords({ failureReason, status }: Withdrawal): string {
  return failureReason === undefined
    ? `It failed at the provider, which calls it ${status}. The money is still there.`
    : `It failed at the provider: ${failureReason}. The money is still there.`
}

/**
 * Adds a contradiction of the service, as assignments of the row `w`.
 *
 * A repeated one changes nothing. A new one is unreviewed; it is added to an unreviewed one, and replaces a
 * reviewed one.
 *
 * @param words null for none, which takes back nothing
 */
function withMismatch(words: string | null): SqlPart {
  const isKnown = "(?::text IS NULL OR position(?::text IN w.mismatch) > 0)"
  const known = [words, words]
  const kept = (column: string) => `${column} = CASE WHEN ${isKnown} THEN w.${column} END`
  return {
    sql: `mismatch = CASE WHEN ${isKnown} THEN w.mismatch
        WHEN w.mismatch IS NULL OR w.mismatch_seen_at IS NOT NULL THEN ?::text ELSE w.mismatch || ' ' || ?::text END,
      ${SEEN.map(kept).join(", ")}`,
    bindings: [...known, words, words, ...SEEN.flatMap(() => known)],
  }
}

const SEEN = ["mismatch_seen_at", "mismatch_seen_by", "mismatch_seen_note"]
