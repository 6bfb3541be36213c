import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ApprovalRule } from "../../../domain/payout/payout-gate"
import type { PersonsOutcome } from "../../../domain/payout/withdrawal-choices"
import {
  LOOKS_AFTER_COMPLETION_MS,
  LOOKS_AFTER_FAILURE_MS,
} from "../../../domain/payout/withdrawal-lifecycle"
import type { WithdrawalRefusal } from "../../../domain/payout/withdrawal-consent"
import { changeWithNote } from "../work/audit-log"
import { ownRows, type Scope } from "../work/claim"
import { type ActionResult, actOn } from "./withdrawal-quotes"
import { CALL_OVER, SEARCH_AGAIN_AFTER_MS } from "./withdrawal-answers"
import { changeWithdrawal, WITHDRAWAL, type WithdrawalRow, withId } from "./withdrawal-change"

/** Who ends a withdrawal, and how they verified it. */
export type PersonsWord = { actorId: string; note: string }

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
    reason: "Ended manually: a user verified that the provider has not paid it.",
    lookMs: LOOKS_AFTER_FAILURE_MS[0],
  },
} as const

/**
 * How a person ends a withdrawal that the provider does not show, or contradicts. Each end has its audit
 * entry.
 */
export class WithdrawalEnds {
  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & ApprovalRule
  ) {}

  cancel({ id }: WithdrawalRow, actorId: string): Promise<ActionResult> {
    return this.act(id, "cancel", undefined, (transaction, row) =>
      changeWithdrawal(transaction, {
        from: row.state,
        to: "cancelled",
        set: { sql: "resolved_by = ?", bindings: [actorId] },
        where: withId(id),
        reason: null,
        action: "withdrawal.cancelled",
        actorId,
      })
    )
  }

  /**
   * Ends one as not sent, by a person's statement. It is searched for all the same.
   *
   * @param row as it was when the search found nothing
   * @param ruledOut matching withdrawals of the provider that the person identified as others
   */
  writeOff(
    { id, revision }: WithdrawalRow,
    { actorId, note }: PersonsWord,
    ruledOut: readonly string[] = []
  ): Promise<ActionResult> {
    return this.act(id, "write_off", revision, (transaction, row) =>
      changeWithdrawal(transaction, {
        from: row.state,
        to: "refused",
        set: {
          sql: `${CALL_OVER}, resolved_by = ?, resolution_note = ?, ruled_out = ?::text[],
            next_check_at = now() + ? * interval '1 millisecond'`,
          bindings: [actorId, note, [...ruledOut], SEARCH_AGAIN_AFTER_MS],
        },
        where: withId(id),
        reason: `Closed as not sent: a user verified that the provider has not sent it.${ruledOutInWords(ruledOut)}`,
        action: "withdrawal.written_off",
        actorId,
      })
    )
  }

  /**
   * Ends one whose answer was lost as paid, by the transaction that a person names. It is searched for all
   * the same, and what the provider shows later is compared.
   *
   * @param txHash in the form of its chain
   */
  endAsPaid(
    { id, revision }: WithdrawalRow,
    txHash: string,
    { actorId, note }: PersonsWord
  ): Promise<ActionResult> {
    return this.act(id, "end", revision, async (transaction, row) => {
      const taken = await takenBy(transaction, this.options, txHash, id)
      if (taken) return taken
      return changeWithdrawal(transaction, {
        from: row.state,
        to: "completed",
        set: {
          sql: `${CALL_OVER}, tx_hash = ?, resolved_by = ?, resolution_note = ?, completed_at = now(),
            next_check_at = now() + ? * interval '1 millisecond'`,
          bindings: [txHash, actorId, note, SEARCH_AGAIN_AFTER_MS],
        },
        where: withId(id),
        reason: null,
        action: "withdrawal.ended_paid",
        actorId,
      })
    })
  }

  /**
   * Ends one that the provider took and no longer shows, by a person's statement. It is polled some more
   * times.
   *
   * @param how.ruledOut matching withdrawals that the person identified as other payouts
   */
  end(
    { id, revision }: WithdrawalRow,
    outcome: PersonsOutcome,
    { actorId, note }: PersonsWord,
    { txHash = null, ruledOut = [] }: { txHash?: string | null; ruledOut?: readonly string[] } = {}
  ): Promise<ActionResult> {
    const { to, more, reason, lookMs } = ENDS[outcome]
    return this.act(id, "end", revision, async (transaction, row) => {
      if (row.state !== "sent") return undefined
      const taken = txHash === null ? null : await takenBy(transaction, this.options, txHash, id)
      if (taken) return taken
      return changeWithdrawal(transaction, {
        from: row.state,
        to,
        set: {
          sql: `tx_hash = coalesce(w.tx_hash, ?), resolved_by = ?, resolution_note = ?, ruled_out = ?::text[],
            next_check_at = now() + ? * interval '1 millisecond'${more}`,
          bindings: [txHash, actorId, note, [...ruledOut], lookMs ?? null],
        },
        where: withId(id),
        reason: reason === null ? null : `${reason}${ruledOutInWords(ruledOut)}`,
        action: `withdrawal.ended_${outcome}`,
        actorId,
      })
    })
  }

  /**
   * Records that a person reviewed a mismatch. Nothing moves.
   *
   * @param words what they read; another text is a conflict
   */
  acknowledge(
    { id }: WithdrawalRow,
    words: string | null,
    { actorId, note }: PersonsWord
  ): Promise<ActionResult> {
    return this.act(id, "acknowledge", undefined, async (transaction, row) => {
      if (row.mismatch !== words) return undefined
      return changeWithNote<WithdrawalRow>(
        transaction,
        WITHDRAWAL,
        {
          sql: `UPDATE onchain_withdrawal SET mismatch_seen_at = now(), mismatch_seen_by = ?, mismatch_seen_note = ?,
              updated_at = now()
            WHERE id = ? RETURNING *`,
          bindings: [actorId, note, id],
        },
        { action: "withdrawal.acknowledged", actorId, before: { mismatch: words }, after: { note } }
      )
    })
  }

  private act(
    id: string,
    action: "cancel" | "write_off" | "end" | "acknowledge",
    revision: number | undefined,
    write: (transaction: Knex, row: WithdrawalRow) => Promise<WithdrawalRow | WithdrawalRefusal | undefined>
  ): Promise<ActionResult> {
    const approval = this.options.payouts.approval
    return actOn(this.knex, this.options, { id, action, approval, revision }, (transaction, { row }) =>
      write(transaction, row)
    )
  }
}

/**
 * Finds the withdrawal that a transaction has paid. No transaction pays two, so claims of the same one are
 * decided one after another.
 */
async function takenBy(
  transaction: Knex,
  scope: Scope,
  txHash: string,
  id: string
): Promise<WithdrawalRefusal | null> {
  await transaction.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:payout_tx:' || ?, 0))", [
    txHash,
  ])
  const owner = await ownRows<WithdrawalRow>(transaction, scope, "onchain_withdrawal")
    .where({ tx_hash: txHash })
    .whereNot({ id })
    .first("id")
  return owner ? { code: "transaction_taken", reason: "taken", withdrawalId: owner.id } : null
}

function ruledOutInWords(ruledOut: readonly string[]): string {
  return ruledOut.length === 0 ? "" : ` Ruled out: ${ruledOut.join(", ")}.`
}
