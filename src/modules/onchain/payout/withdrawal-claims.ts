import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { OnchainOptions } from "../options/options"
import type {
  ConsentDecision,
  ConsentPolicy,
  ConsentStanding,
  WithdrawalConsent,
  WithdrawalRefusal,
} from "../../../domain/payout/withdrawal-consent"
import type { LimitScope } from "../../../domain/payout/withdrawal-quote"
import { decideConsent } from "../../../domain/payout/withdrawal-consent"
import type { WithdrawalStanding } from "../../../domain/payout/withdrawal-standing"
import { hashOf, lockWithdrawal, readStanding } from "./withdrawal-quotes"
import { answerCode } from "./withdrawal-store"
import { changeWithdrawal, type SqlPart, type WithdrawalRow, withId } from "./withdrawal-change"
import { inScope, oldest, type Scope, takeDue } from "../work/claim"

/** `sent`: this process has the lease of the call. */
export type Consented =
  | { kind: "sent"; row: ClaimedWithdrawal }
  | { kind: "held" | "same"; row: WithdrawalRow }
  | { kind: "refused"; refusal: WithdrawalRefusal }

/** Its lease belongs to this process. */
export type ClaimedWithdrawal = WithdrawalRow & {
  state: "sending"
  quote_id: string
  create_key: string
  first_sent_at: Date
}

/**
 * Who may call the service for a withdrawal, with which quote and under which key.
 *
 * Times are the database's own. After the lease has run out only a success is stored.
 */
export class WithdrawalClaims {
  constructor(
    private readonly knex: Knex,
    private readonly options: Pick<OnchainOptions, "payouts" | "tuning"> & Scope
  ) {}

  /**
   * Decides about a consent and writes what follows: of any number of people one sends it, with key,
   * reference and audit entry stored before the call. Payouts that share a limit are decided one after
   * another.
   */
  consent(row: WithdrawalRow, consent: WithdrawalConsent, policy: ConsentPolicy): Promise<Consented> {
    return this.knex.transaction(async (transaction) => {
      await waitForTurn(transaction, row)
      const standing = await lockWithdrawal(transaction, this.options, row.id, policy.approval)
      const decision = decideConsent(await this.withLastDay(transaction, standing, policy), consent, policy)
      switch (decision.kind) {
        case "refused":
          return decision
        case "same":
          return { kind: "same", row: standing.row }
        case "hold":
          return { kind: "held", row: await this.hold(transaction, standing.row, consent) }
        case "send":
          return { kind: "sent", row: await this.send(transaction, standing.row, consent) }
      }
    })
  }

  /** The same decision without lock and consequences, before expensive preparations. */
  async preview(
    row: WithdrawalRow,
    consent: WithdrawalConsent,
    policy: ConsentPolicy
  ): Promise<ConsentDecision> {
    const standing = await readStanding(this.knex, this.options, row.id, policy.approval)
    return decideConsent(await this.withLastDay(this.knex, standing, policy), consent, policy)
  }

  takeDue(): Promise<ClaimedWithdrawal | undefined> {
    const due = oldest(
      {
        table: "onchain_withdrawal",
        scope: this.options,
        where: "state = 'sending' AND next_attempt_at <= now()",
        orderBy: "next_attempt_at",
      },
      1
    )
    return this.take(due.sql, due.bindings)
  }

  /** Takes over a due call on request. One that is out, or pauses, is left alone. */
  resume(id: string): Promise<ClaimedWithdrawal | undefined> {
    return this.take(`id = ? AND state = 'sending' AND deleted_at IS NULL AND next_attempt_at <= now()`, [id])
  }

  async takeUnknown(): Promise<WithdrawalRow | undefined> {
    const lost = { table: "onchain_withdrawal", where: "state = 'unknown'", dueAt: "next_attempt_at" }
    const work = { ...lost, scope: this.options, lease: { ms: this.options.tuning.leaseMs } }
    const [row] = await takeDue<WithdrawalRow>(this.knex, work, 1)
    return row
  }

  /** Schedules the next call. @param answer.mayHaveActed the service may have received the failed call */
  async postpone(
    claim: ClaimedWithdrawal,
    reason: string,
    { code, pauseMs, mayHaveActed }: { code: string; pauseMs: number; mayHaveActed: boolean }
  ): Promise<void> {
    const answer = answerCode(code)
    await this.knex.raw(
      `UPDATE onchain_withdrawal SET last_error = ?, lease_expires_at = NULL, updated_at = now(), ${answer.sql},
         is_uncertain = is_uncertain OR ?, next_attempt_at = now() + ? * interval '1 millisecond'
       WHERE id = ? AND state = 'sending' AND create_key = ? AND send_attempts = ?`,
      [
        reason.slice(0, 1_000),
        ...answer.bindings,
        mayHaveActed,
        pauseMs,
        claim.id,
        claim.create_key,
        claim.send_attempts,
      ]
    )
  }

  /** Adds what was sent in the last 24 hours of each limit, without this payout. */
  private async withLastDay(
    knex: Knex,
    standing: WithdrawalStanding<WithdrawalRow>,
    { limits }: ConsentPolicy
  ): Promise<ConsentStanding<WithdrawalRow>> {
    const { row } = standing
    const perDay = typeof limits === "string" ? [] : limits.perDay
    const sentLastDay: string[] = []
    for (const limit of perDay) sentLastDay.push(await readSentLastDay(knex, this.options, limit, row.id))
    return { ...standing, token: row.token, sentLastDay }
  }

  /** Nothing is sent before a second user has approved it. */
  private async hold(
    transaction: Knex,
    row: WithdrawalRow,
    { actor }: WithdrawalConsent
  ): Promise<WithdrawalRow> {
    const held = await changeWithdrawal(transaction, {
      from: row.state,
      to: "awaiting_approval",
      set: confirmedBy(actor),
      where: withId(row.id),
      reason: null,
      action: "withdrawal.confirmed",
      actorId: actor.id,
    })
    if (!held) throw new Error(`withdrawal ${row.id} changed under its lock`)
    return held
  }

  /** Money moves from here on, once. */
  private async send(
    transaction: Knex,
    row: WithdrawalRow,
    { action, actor }: WithdrawalConsent
  ): Promise<ClaimedWithdrawal> {
    const { leaseMs } = this.options.tuning
    const who = action === "confirm" ? confirmedBy(actor) : approvedBy(actor)
    const claimed = await changeWithdrawal(transaction, {
      from: row.state,
      to: "sending",
      set: {
        sql: `${who.sql}, create_count = w.create_count + 1, send_attempts = 1, is_uncertain = false, first_sent_at = now(),
          create_key = 'wd_create_' || (w.create_count + 1) || '_' || ?,
          lease_expires_at = now() + ? * interval '1 millisecond',
          next_attempt_at = now() + ? * interval '1 millisecond'`,
        bindings: [...who.bindings, hashOf(row.id), leaseMs, leaseMs],
      },
      where: withId(row.id),
      reason: null,
      action: action === "confirm" ? "withdrawal.confirmed" : "withdrawal.approved",
      actorId: actor.id,
    })
    if (!claimed || !isClaimed(claimed)) throw new Error(`withdrawal ${row.id} changed under its lock`)
    return claimed
  }

  /** A call that lost its lease may have been sent. */
  private async take(where: string, bindings: Knex.RawBinding[]): Promise<ClaimedWithdrawal | undefined> {
    const { leaseMs } = this.options.tuning
    const own = inScope(this.options)
    const taken = await this.knex.raw(
      `UPDATE onchain_withdrawal SET send_attempts = send_attempts + 1, updated_at = now(),
         is_uncertain = is_uncertain OR lease_expires_at IS NOT NULL,
         lease_expires_at = now() + ? * interval '1 millisecond',
         next_attempt_at = now() + ? * interval '1 millisecond'
       WHERE ${where} AND ${own.sql} RETURNING *`,
      [leaseMs, leaseMs, ...bindings, ...own.bindings]
    )
    return taken.rows[0]
  }
}

export function isClaimed(row: WithdrawalRow): row is ClaimedWithdrawal {
  return (
    row.state === "sending" && row.quote_id !== null && row.create_key !== null && row.first_sent_at !== null
  )
}

function confirmedBy({ id, ownerId }: WithdrawalConsent["actor"]): SqlPart {
  return {
    sql: "confirmed_by = ?, confirmed_by_owner = ?, confirmed_at = now()",
    bindings: [id, ownerId],
  }
}

function approvedBy({ id }: WithdrawalConsent["actor"]): SqlPart {
  return { sql: "approved_by = ?, approved_at = now()", bindings: [id] }
}

/** What has left within a day, or may have. */
const IN_THE_LAST_DAY = `o.first_sent_at > now() - interval '24 hours'
  AND o.state IN ('sending', 'sent', 'completed', 'unknown') AND o.deleted_at IS NULL`

/** A payout of an unknown asset may be of any with its symbol. */
function sumOf(scope: Scope, { token, networkId, canonicalAssetId }: LimitScope): SqlPart {
  const own = inScope(scope, "o")
  return {
    sql: `SELECT coalesce(sum(o.amount::numeric), 0) FROM onchain_withdrawal AS o WHERE o.token = ?
      AND (?::text IS NULL OR o.network_id = ?)
      AND (?::text IS NULL OR o.canonical_asset_id IS NULL OR o.canonical_asset_id = ?) AND ${IN_THE_LAST_DAY}
      AND ${own.sql}`,
    bindings: [token, networkId, networkId, canonicalAssetId, canonicalAssetId, ...own.bindings],
  }
}

/**
 * What was sent in the last 24 hours under a limit.
 *
 * @param exceptId a payout that is left out
 * @returns decimal in token units
 */
export async function readSentLastDay(
  knex: Knex,
  scope: Scope,
  limit: LimitScope,
  exceptId?: string
): Promise<string> {
  const { sql, bindings } = sumOf(scope, limit)
  const { rows } = await knex.raw(
    `SELECT trim_scale((${sql} AND o.id IS DISTINCT FROM ?::text))::text AS sent`,
    [...bindings, exceptId ?? null]
  )
  return rows[0].sent
}

/** Serialises claims of payouts of one token until the transaction ends. Every limit names its token. */
async function waitForTurn(transaction: Knex, { token }: Pick<WithdrawalRow, "token">): Promise<void> {
  await transaction.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:payout:' || ?, 0))", [token])
}
