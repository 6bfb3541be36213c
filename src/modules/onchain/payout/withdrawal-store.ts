import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { createHash } from "node:crypto"
import { countedDestinationState, type LimitScope } from "../../../domain/payout/payout-gate"
import {
  type AuditedAction,
  type ConsentDecision,
  type ConsentPolicy,
  decideConsent,
  notPossible,
  obstacleTo,
  type OtherPayout,
  type PastActions,
  pastActionsOf,
  type WithdrawalAction,
  type WithdrawalConsent,
  type WithdrawalRefusal,
  type WithdrawalStanding,
} from "../../../domain/payout/withdrawal-decisions"
import { CALLING, UNANSWERED } from "../../../domain/payout/payout-evidence"
import { isOver, MAY_HAVE_LEFT, type WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import type { ProviderAnswer } from "../../../gateway/client/errors"
import { WITHDRAWAL_APPROVAL_REQUIRED, WITHDRAWAL_UPDATED } from "../events"
import type OnchainWithdrawal from "../models/withdrawal"
import { HAS_OPEN_MISMATCH } from "../models/withdrawal"
import type { OnchainOptions } from "../options/options"
import { storeStatus } from "../payment/payment-status"
import { type AuditEntry, type AuditNote, noteAudit, PROVIDER_ANSWER } from "../work/audit-log"
import { databaseTime, inScope, ownRows, type Scope, takeDue } from "../work/claim"
import { addToOutbox, type OutboxEvent } from "../work/outbox"
import { type DestinationRow, findOwnAddress } from "./destinations"

export const WITHDRAWAL = "withdrawal"

/** `destination_memo` is empty for none. */
export type WithdrawalRow = InferTypeOf<typeof OnchainWithdrawal>
type Columns = Partial<WithdrawalRow>

/** Its call belongs to this process until it is due. `evidence` of what was sent before. */
export type ClaimedWithdrawal = WithdrawalRow & {
  state: "sending"
  quote_id: string
  create_key: string
  first_sent_at: Date
  due_at: Date
}

/** What an action or an answer makes of a row. */
export type WithdrawalChange = {
  /** A move, also to the same state: it clears the last error, and ends what was prepared with the row. */
  to?: WithdrawalState
  /** Why the move did not succeed, for the operator. */
  reason?: string | null
  /** What the service said, kept with the note. */
  answer?: ProviderAnswer | null
  set?: Columns
  /** Null for the service or a job. Without an action no audit entry is written. */
  note?: { action: string; actorId: string | null } & Partial<Pick<AuditNote, "before" | "after">>
}

/** Decides with the locked row. Null changes nothing. */
type Decide<Nothing> = (
  row: WithdrawalRow,
  now: Date,
  trx: Knex
) => WithdrawalChange | Nothing | Promise<WithdrawalChange | Nothing>

/** The row as it now is, or why nothing changed. */
export type ActionResult =
  { kind: "done"; row: WithdrawalRow } | { kind: "refused"; refusal: WithdrawalRefusal }

/** `sent`: this process has the lease of the call. */
export type Consented =
  | { kind: "sent"; row: ClaimedWithdrawal }
  | { kind: "held" | "same"; row: WithdrawalRow }
  | { kind: "refused"; refusal: WithdrawalRefusal }

/** Takes part in each move of a refund's payout, after its row is written. @returns events to publish */
export type PayoutFollower = (
  trx: Knex.Transaction,
  from: WithdrawalState,
  row: WithdrawalRow
) => Promise<OutboxEvent[]>

/** `note`: what a person wrote who requested or ended it, or reviewed a mismatch. */
export type WithdrawalEntry = AuditedAction & AuditEntry & { note: string | null }

const COUNTED = {
  sent: "withdrawals_sent",
  completed: "withdrawals_completed",
  failed: "withdrawals_failed",
} as const
type Counted = (typeof COUNTED)[keyof typeof COUNTED] | "refunds_paid"

const MOST_CHARACTERS = 1_000
/** A withdrawal to be polled has this long before another process polls it. */
const CHECK_LEASE_MS = 60_000

export function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}

/**
 * Reads and changes withdrawals. Each change locks the row, decides with what it then is, and is written with its audit entry, its
 * events and what follows from it. Times are the database's own.
 */
export class WithdrawalStore {
  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & Pick<OnchainOptions, "payouts" | "tuning">,
    private readonly follow: PayoutFollower,
    private readonly count: (name: Counted) => void
  ) {}

  find(id: string): Promise<WithdrawalRow | undefined> {
    return this.rows().where({ id }).first()
  }

  async mustFind(id: string, knex = this.knex): Promise<WithdrawalRow> {
    const row = await this.rows(knex).where({ id }).first()
    if (!row) throw new Error(`withdrawal ${id} is gone; withdrawals are never deleted`)
    return row
  }

  findByGatewayId(gateway_withdrawal_id: string): Promise<WithdrawalRow | undefined> {
    return this.rows().where({ gateway_withdrawal_id }).first()
  }

  /** Another withdrawal of ours with the service's identifier, or paid by the transaction: no two rows stand for the same money. */
  async findOther(
    trx: Knex,
    its: { gateway_withdrawal_id: string } | { tx_hash: string },
    id: string
  ): Promise<string | undefined> {
    return (await this.rows(trx).where(its).whereNot({ id }).first("id"))?.id
  }

  /** Oldest first. */
  history = (id: string, knex = this.knex): Promise<WithdrawalEntry[]> => this.entries(knex, [id])

  /** Who confirmed, approved and cancelled some withdrawals. */
  async pastActions(ids: readonly string[]): Promise<Map<string, PastActions>> {
    const entries = await this.entries(this.knex, ids)
    return new Map(
      ids.map((id) => [id, pastActionsOf(entries.filter(({ subject_id }) => subject_id === id))])
    )
  }

  private entries(knex: Knex, ids: readonly string[]): Promise<(WithdrawalEntry & { subject_id: string })[]> {
    const noted = ["owner_id", "note"].map((name) => knex.raw("after ->> ? AS ??", [name, name]))
    return knex("onchain_audit_entry")
      .where({ subject_type: WITHDRAWAL, deleted_at: null })
      .whereIn("subject_id", [...ids])
      .orderBy(["created_at", "id"])
      .select("subject_id", "action", "actor_id", "created_at", PROVIDER_ANSWER(knex), ...noted)
  }

  /** The database's time, before a call. */
  now(): Promise<Date> {
    return databaseTime(this.knex)
  }

  /** @throws Error when there is no such withdrawal: none is ever deleted */
  async standing(
    id: string,
    knex = this.knex,
    approval = this.options.payouts.approval
  ): Promise<WithdrawalStanding<WithdrawalRow> & { history: WithdrawalEntry[] }> {
    const row = await this.mustFind(id, knex)
    const destination = await knex<DestinationRow>("onchain_payout_destination")
      .where({ id: row.destination_id })
      .whereNull("deleted_at")
      .first("state", "chain", "has_second_approval")
    const refund = row.refund_id !== null && { id: row.refund_id, withdrawal_id: id, deleted_at: null }
    const terms = refund && (await knex("onchain_refund").where(refund).first("rate_basis"))
    return {
      row,
      now: await clockTime(knex),
      history: await this.history(id, knex),
      isAtTodaysRate: terms?.rate_basis === "today",
      destinationState: destination ? countedDestinationState(destination, approval) : "archived",
      isOwnAddress: (await findOwnAddress(knex, row.chain, row.destination_address)) !== null,
      otherPayout: (await findOtherPayout(knex, row)) ?? null,
    }
  }

  /** Changes a row as its state under the lock allows. @returns undefined when nothing changed */
  change(id: string, decide: Decide<null>): Promise<WithdrawalRow | undefined> {
    return this.knex.transaction(async (trx) => {
      await lock(trx, id)
      const row = await this.mustFind(id, trx)
      const now = await clockTime(trx)
      const change = await decide(row, now, trx)
      return change ? this.write(trx, row, now, change) : undefined
    })
  }

  /** As {@link change}. @returns the row as it now is, changed or not */
  async changed(id: string, decide: Decide<null>): Promise<WithdrawalRow> {
    return (await this.change(id, decide)) ?? this.mustFind(id)
  }

  /**
   * Decides about a person's action as the screen offers it, and writes it in the same transaction.
   *
   * @param asked.revision of the row that the decision was prepared with; another one is a conflict
   */
  act(
    { id, action, revision }: { id: string; action: WithdrawalAction; revision?: number },
    decide: Decide<WithdrawalRefusal | null>
  ): Promise<ActionResult> {
    return this.knex.transaction(async (trx) => {
      await lock(trx, id)
      const standing = await this.standing(id, trx)
      const { row, now } = standing
      const why = obstacleTo(action, standing)
      const isOther = revision !== undefined && revision !== row.revision
      const decided = why === null && !isOther ? await decide(row, now, trx) : null
      if (decided && !("why" in decided))
        return { kind: "done", row: await this.write(trx, row, now, decided) }
      return { kind: "refused", refusal: decided ?? notPossible(standing, why) }
    })
  }

  /**
   * Decides about a consent and writes what follows: of any number of people one sends it, with key,
   * reference and audit entry stored before the call. Payouts that share a limit are decided one after
   * another.
   */
  consent(
    { id, token }: WithdrawalRow,
    consent: WithdrawalConsent,
    policy: ConsentPolicy
  ): Promise<Consented> {
    return this.knex.transaction(async (trx) => {
      // Every limit names its token.
      await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended('onchain:payout:' || ?, 0))", [token])
      await lock(trx, id)
      const { standing, decision } = await this.decide(trx, id, consent, policy)
      const { row, now, history } = standing
      if (decision.kind === "refused") return decision
      if (decision.kind === "same") return { kind: "same", row }
      const { id: actorId, ownerId: owner_id } = consent.actor
      const action = consent.action === "confirm" ? "withdrawal.confirmed" : "withdrawal.approved"
      const note = { action, actorId, after: owner_id === null ? {} : { owner_id } }
      if (decision.kind === "hold")
        return { kind: "held", row: await this.write(trx, row, now, { to: "awaiting_approval", note }) }
      // Only sends that did nothing change the key: a row whose last commits a database lost keeps its key.
      const releases = history.filter((entry) => entry.action === "withdrawal.quote_expired").length
      const call: Columns = {
        create_key: `wd_create_${releases + 1}_${keyPartOf(id)}`,
        last_answer_code: null,
        evidence: CALLING,
        first_sent_at: now,
        due_at: later(now, this.options.tuning.leaseMs),
      }
      const sent = await this.write(trx, row, now, { to: "sending", set: call, note })
      if (!isClaimed(sent)) throw new Error(`withdrawal ${id} has no quote or key although it is sent`)
      return { kind: "sent", row: sent }
    })
  }

  /** The same decision without lock and consequences, before expensive preparations. */
  async preview(
    { id }: WithdrawalRow,
    consent: WithdrawalConsent,
    policy: ConsentPolicy
  ): Promise<ConsentDecision> {
    return (await this.decide(this.knex, id, consent, policy)).decision
  }

  private async decide(knex: Knex, id: string, consent: WithdrawalConsent, policy: ConsentPolicy) {
    const standing = await this.standing(id, knex, policy.approval)
    const sentLastDay: string[] = []
    for (const limit of typeof policy.limits === "string" ? [] : policy.limits.perDay)
      sentLastDay.push(await readSentLastDay(knex, this.options, limit, id))
    return { standing, decision: decideConsent({ ...standing, sentLastDay }, consent, policy) }
  }

  /**
   * Takes over a call that is due: the one that waits longest, or a given one. A call that lost its lease may
   * have been sent. One that is out, or pauses, is left alone.
   */
  async takeCall(id?: string): Promise<ClaimedWithdrawal | undefined> {
    const { leaseMs } = this.options.tuning
    const set = `revision = revision + 1, evidence = CASE WHEN evidence IS NULL THEN '${CALLING}'
      WHEN evidence = '${CALLING}' THEN '${UNANSWERED}' ELSE evidence END`
    const where = `state = 'sending' AND id = coalesce(?::text, id)`
    return (await this.take<ClaimedWithdrawal>({ where, bindings: [id ?? null], set }, leaseMs, 1))[0]
  }

  /** Those that are due to be polled without a webhook, longest first. */
  takeChecks(limit: number): Promise<WithdrawalRow[]> {
    return this.take({ where: "state IN ('sent', 'completed', 'failed', 'refused')" }, CHECK_LEASE_MS, limit)
  }

  /** The one that is due longest to be searched for. */
  async takeUnknown(): Promise<WithdrawalRow | undefined> {
    return (await this.take({ where: "state = 'unknown'" }, CHECK_LEASE_MS, 1))[0]
  }

  /** Returns claimed ones that were not polled. */
  async putBack(ids: readonly string[]): Promise<void> {
    await this.knex("onchain_withdrawal")
      .whereIn("id", [...ids])
      .whereNotNull("due_at")
      .update({ due_at: this.knex.fn.now() })
  }

  private async write(
    trx: Knex.Transaction,
    before: WithdrawalRow,
    now: Date,
    { to, reason = null, answer = null, set = {}, note }: WithdrawalChange
  ): Promise<WithdrawalRow> {
    const { id, state: from } = before
    const isUpdate =
      (to !== undefined && to !== from) ||
      (set.gateway_status !== undefined && set.gateway_status !== before.gateway_status)
    // What was reviewed before says nothing of a failure.
    const isSurprise = (to === "failed" || to === "refused") && !isOver(from) && !set.reviewed_at
    const error = reason?.slice(0, MOST_CHARACTERS) ?? null
    const [row] = await trx<WithdrawalRow>("onchain_withdrawal")
      .where({ id })
      .update({
        ...(to !== undefined || isUpdate ? { revision: before.revision + 1 } : {}),
        ...set,
        ...(set.last_error ? { last_error: set.last_error.slice(0, MOST_CHARACTERS) } : {}),
        ...(to === undefined ? {} : { state: to, state_at: now, last_error: error }),
        ...(isSurprise ? { reviewed_at: null } : {}),
        updated_at: now,
      })
      .returning("*")
    if (!row) throw new Error(`withdrawal ${id} is gone, although it was locked`)
    if (note) {
      const why = { ...(error === null ? {} : { reason: error }), ...(answer ? { provider: answer } : {}) }
      const after = { state: row.state, ...why, ...note.after }
      await noteAudit(trx, { ...row, type: WITHDRAWAL }, { before: { state: from }, ...note, after })
    }
    const { state, refund_id } = row
    const data = { id, state, gateway_status: row.provider_status ?? row.gateway_status, refund_id }
    const events: OutboxEvent[] = isUpdate ? [{ subject: id, name: WITHDRAWAL_UPDATED, data }] : []
    if (isUpdate && to === "awaiting_approval")
      events.push({ subject: id, name: WITHDRAWAL_APPROVAL_REQUIRED, data: { id } })
    if (to !== undefined && refund_id !== null) events.push(...(await this.follow(trx, from, row)))
    await addToOutbox(trx, events)
    this.countMove(from, row)
    if (row.payment_id !== null) await storeStatus(trx, [row.payment_id])
    return row
  }

  /** The refusal of a quote is no failed withdrawal. */
  private countMove(from: WithdrawalState, { state, refund_id }: WithdrawalRow): void {
    if (state === from) return
    if (state === "refused" && from === "sending") this.count("withdrawals_failed")
    if (state === "sent" || state === "completed" || state === "failed") this.count(COUNTED[state])
    if (state === "completed" && refund_id !== null) this.count("refunds_paid")
  }

  private take<Row = WithdrawalRow>(
    which: { where: string; bindings?: readonly (string | null)[]; set?: string },
    leaseMs: number,
    limit: number
  ): Promise<Row[]> {
    const due = { table: "onchain_withdrawal", scope: this.options, dueAt: "due_at", lease: { ms: leaseMs } }
    return takeDue<Row>(this.knex, { ...due, ...which }, limit)
  }

  private rows(knex = this.knex) {
    return ownRows<WithdrawalRow>(knex, this.options, "onchain_withdrawal")
  }
}

/**
 * Locks what the decisions about a withdrawal share: the payment that it refunds, its row, its refund, then its destination
 * against being archived. The advisory lock of a shared limit comes before.
 */
async function lock(trx: Knex, id: string): Promise<void> {
  const its = (column: string) => `(SELECT ${column} FROM onchain_withdrawal WHERE id = ?)`
  await trx.raw(`SELECT 1 FROM onchain_payment WHERE id = ${its("payment_id")} FOR UPDATE`, [id])
  await trx.raw("SELECT 1 FROM onchain_withdrawal WHERE id = ? FOR UPDATE", [id])
  await trx.raw(`SELECT 1 FROM onchain_refund WHERE id = ${its("refund_id")} FOR UPDATE`, [id])
  await trx.raw(`SELECT 1 FROM onchain_payout_destination WHERE id = ${its("destination_id")} FOR SHARE`, [
    id,
  ])
}

/** Later than the locks, unlike the time at which the transaction began. */
export async function clockTime(knex: Knex): Promise<Date> {
  const { rows } = await knex.raw("SELECT clock_timestamp() AS now")
  return rows[0].now
}

const HASH_LENGTH = 12

/** Part of every key of a withdrawal: its id is too long for a service with short keys. */
export function keyPartOf(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, HASH_LENGTH)
}

function isClaimed(row: WithdrawalRow): row is ClaimedWithdrawal {
  const { state, quote_id, create_key, first_sent_at, due_at } = row
  return state === "sending" && [quote_id, create_key, first_sent_at, due_at].every((value) => value !== null)
}

/** A condition on withdrawals `o`. */
export const HAS_MAYBE_LEFT = `o.state IN ('${MAY_HAVE_LEFT.join("', '")}') AND o.deleted_at IS NULL`
const IN_THE_LAST_DAY = `o.first_sent_at > now() - interval '24 hours' AND ${HAS_MAYBE_LEFT}`

/** What was sent in the last 24 hours under a limit, in token units. A payout of an unknown asset may be of any with its symbol. */
export async function readSentLastDay(
  knex: Knex,
  scope: Scope,
  { token, networkId, canonicalAssetId }: LimitScope,
  exceptId: string | null = null
): Promise<string> {
  const own = inScope(scope, "o")
  const { rows } = await knex.raw(
    `SELECT trim_scale(coalesce(sum(o.amount::numeric), 0))::text AS sent FROM onchain_withdrawal AS o
     WHERE o.token = ? AND (?::text IS NULL OR o.network_id = ?)
       AND (?::text IS NULL OR o.canonical_asset_id IS NULL OR o.canonical_asset_id = ?) AND ${IN_THE_LAST_DAY}
       AND ${own.sql} AND o.id IS DISTINCT FROM ?::text`,
    [token, networkId, networkId, canonicalAssetId, canonicalAssetId, ...own.bindings, exceptId]
  )
  return rows[0].sent
}

/**
 * The latest other payout of the same refund that may have moved money, or has an unreviewed contradiction. The
 * index on live payouts admits one that came back, so it does not suffice.
 */
export async function findOtherPayout(
  knex: Knex,
  { id, refund_id }: Pick<WithdrawalRow, "id" | "refund_id">
): Promise<OtherPayout | undefined> {
  if (refund_id === null) return undefined
  const { rows } = await knex.raw(
    `SELECT id, state, mismatch FROM onchain_withdrawal WHERE refund_id = ? AND id <> ? AND deleted_at IS NULL
       AND (state NOT IN ('failed', 'refused', 'cancelled') OR (${HAS_OPEN_MISMATCH}))
     ORDER BY state_at DESC, id LIMIT 1`,
    [refund_id, id]
  )
  return rows[0]
}
