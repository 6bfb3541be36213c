import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DepositAction } from "../../domain/deposit-lifecycle"
import { changeWithNote } from "./audit-log"
import type { DepositRow } from "./deposit-row"
import { DEPOSIT } from "./deposit-store"

/** What an admin asks for. */
export type DepositRequest = {
  depositId: string
  action: DepositAction
  actorId: string
  /** Of an assignment; null for the others. */
  intentId: string | null
}

/** A deposit with an action under way, which this process has the lease of. */
export type ClaimedDeposit = DepositRow & { state: "acting"; action: DepositAction; action_key: string }

const HASH_LENGTH = 12

/**
 * Who may call the service for a deposit, and under which key.
 *
 * A claim is one statement: of any number of admins one wins, with the key and the audit entry stored before
 * anything is sent. Times are the database's own. A call that outlives its lease changes nothing but a success.
 */
export class DepositClaims {
  constructor(
    private readonly knex: Knex,
    private readonly leaseMs: number
  ) {}

  /** Chooses an action for a deposit in review. @returns undefined when no list confirms that it is, or not any more */
  async claim(request: DepositRequest): Promise<ClaimedDeposit | undefined> {
    const { depositId, action, actorId, intentId } = request
    const hash = createHash("sha256").update(depositId).digest("hex").slice(0, HASH_LENGTH)
    return changeWithNote<ClaimedDeposit>(
      this.knex,
      DEPOSIT,
      {
        sql: `UPDATE onchain_deposit SET state = 'acting', action = ?, action_by = ?, action_at = now(),
            action_intent_id = ?, action_count = action_count + 1, action_attempts = 1, last_error = NULL,
            action_key = 'dep_' || ? || '_' || (action_count + 1) || '_' || ?,
            lease_expires_at = now() + ? * interval '1 millisecond',
            next_attempt_at = now() + ? * interval '1 millisecond',
            revision = revision + 1, state_at = now(), updated_at = now()
          WHERE id = ? AND state = 'in_review' AND confirmed_at IS NOT NULL AND reported_state IS NULL
            AND deleted_at IS NULL RETURNING *`,
        bindings: [action, actorId, intentId, action, hash, this.leaseMs, this.leaseMs, depositId],
      },
      {
        action: `deposit.${action}_requested`,
        actorId,
        before: { state: "in_review" },
        after: { state: "acting", ...(intentId ? { intent_id: intentId } : {}) },
      }
    )
  }

  /** Takes over an action that an admin asks for again while nobody is calling for it. */
  async resume({ depositId, action, intentId }: DepositRequest): Promise<ClaimedDeposit | undefined> {
    return this.take(
      `id = ? AND state = 'acting' AND deleted_at IS NULL AND action = ? AND action_intent_id IS NOT DISTINCT FROM ?
         AND (lease_expires_at IS NULL OR lease_expires_at <= now())`,
      [depositId, action, intentId]
    )
  }

  /** Takes over the action that is due longest, or undefined when there is none. */
  async takeDue(): Promise<ClaimedDeposit | undefined> {
    return this.take(
      `id = (
         SELECT id FROM onchain_deposit
         WHERE state = 'acting' AND deleted_at IS NULL AND next_attempt_at <= now()
         ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
       )`,
      []
    )
  }

  /** Notes that there is no answer yet, and when to ask again. @returns false when the lease was lost */
  async postpone(claim: ClaimedDeposit, reason: string, pauseMs: number): Promise<boolean> {
    const postponed = await this.knex.raw(
      `UPDATE onchain_deposit SET last_error = ?, lease_expires_at = NULL, updated_at = now(),
         next_attempt_at = now() + ? * interval '1 millisecond'
       WHERE id = ? AND state = 'acting' AND action_key = ? AND action_attempts = ? RETURNING id`,
      [reason.slice(0, 1_000), pauseMs, claim.id, claim.action_key, claim.action_attempts]
    )
    return postponed.rows.length === 1
  }

  private async take(where: string, bindings: Knex.RawBinding[]): Promise<ClaimedDeposit | undefined> {
    const taken = await this.knex.raw(
      `UPDATE onchain_deposit SET action_attempts = action_attempts + 1, updated_at = now(),
         lease_expires_at = now() + ? * interval '1 millisecond',
         next_attempt_at = now() + ? * interval '1 millisecond'
       WHERE ${where} RETURNING *`,
      [this.leaseMs, this.leaseMs, ...bindings]
    )
    return taken.rows[0]
  }
}
