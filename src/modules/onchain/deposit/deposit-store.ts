import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ActionChoice, ActionFacts, ActionRefusal } from "../../../domain/deposit/deposit-action"
import { decideAction, isOutcomeCurrent, isResultOf } from "../../../domain/deposit/deposit-action"
import type { DepositAction, DepositState } from "../../../domain/deposit/deposit-lifecycle"
import { isResolved } from "../../../domain/deposit/deposit-lifecycle"
import type { AuditEntry } from "../work/audit-log"
import { changeWithNote, listAuditEntries } from "../work/audit-log"
import { addToOutbox } from "../work/outbox"
import { databaseTime, oldest } from "../work/take-due"
import { depositEvents } from "./deposit-events"
import { isConfirmed, type DepositFacts, type DepositRow } from "./deposit-row"
import { inScope, ownRows, type Scope } from "../work/scope"

export const DEPOSIT = "deposit"

export type DepositChange = {
  action: string
  /** Null for the provider. */
  actorId: string | null
  facts?: Partial<DepositFacts>
  isListed?: boolean
  reason?: string
}

/** Reads deposits, and stores how actions on them end. A row is locked before a decision. */
export class DepositStore {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  find(id: string): Promise<DepositRow | undefined> {
    return ownRows<DepositRow>(this.knex, this.scope, "onchain_deposit").where("id", id).first()
  }

  async mustFind(id: string): Promise<DepositRow> {
    const row = await this.find(id)
    if (!row) throw new Error(`deposit ${id} is gone; deposits are never deleted`)
    return row
  }

  history(id: string): Promise<AuditEntry[]> {
    return listAuditEntries(this.knex, DEPOSIT, id, this.scope)
  }

  /** The database's time; a list requested afterwards is newer. */
  now(): Promise<Date> {
    return databaseTime(this.knex)
  }

  /** @returns undefined when the outcome is no longer current */
  endAction(
    call: Pick<DepositRow, "id" | "action_key" | "action_attempts">,
    to: DepositState,
    change: DepositChange
  ): Promise<DepositRow | undefined> {
    return this.knex.transaction(async (knex) => {
      const row = await lockDeposit(knex, this.scope, call.id)
      return isOutcomeCurrent(row, call, to === "in_review") ? moveDeposit(knex, row, to, change) : undefined
    })
  }
}

/** Locks a deposit until the transaction ends. */
export async function lockDeposit(
  knex: Knex,
  scope: Scope,
  id: string
): Promise<DepositRow & { is_leased: boolean }> {
  const own = inScope(scope)
  const { rows } = await knex.raw(
    `SELECT *, coalesce(lease_expires_at > now(), false) AS is_leased FROM onchain_deposit
     WHERE id = ? AND ${own.sql} AND deleted_at IS NULL FOR UPDATE`,
    [id, ...own.bindings]
  )
  if (rows.length === 0) throw new Error(`deposit ${id} is gone; deposits are never deleted`)
  return rows[0]
}

/** Moves a deposit that the caller has locked, with its audit entry and its event. */
export async function moveDeposit(
  knex: Knex.Transaction,
  row: DepositRow,
  to: DepositState,
  change: DepositChange
): Promise<DepositRow> {
  // An event may report more than the answer to our own call: that stays until a list has been read.
  const report = change.isListed || row.reported_state === to ? null : row.reported_state
  const columns: Record<string, Knex.RawBinding> = {
    ...change.facts,
    state: to,
    last_error: change.reason ?? null,
    reported_state: report,
    reported_at: report === null ? null : row.reported_at,
  }
  const sql = `UPDATE onchain_deposit SET ${Object.keys(columns)
    .map((name) => `${name} = ?`)
    .join(", ")},
      ${change.isListed ? "confirmed_at = coalesce(confirmed_at, now())," : ""}
      resolved_at = ${isResolved(to) ? "now()" : "NULL"}, lease_expires_at = NULL, next_attempt_at = NULL,
      revision = revision + 1, state_at = now(), updated_at = now(), synced_at = now()
    WHERE id = ? AND environment = ? AND business_id = ? RETURNING *`
  const moved = await changeWithNote<DepositRow>(
    knex,
    DEPOSIT,
    { sql, bindings: [...Object.values(columns), row.id, row.environment, row.business_id] },
    {
      action: change.action,
      actorId: change.actorId,
      before: { state: row.state },
      after: { state: to, ...(change.reason ? { reason: change.reason } : {}) },
    }
  )
  if (!moved) throw new Error(`deposit ${row.id} is gone, although it was locked`)
  await addToOutbox(knex, depositEvents(moved, row.state))
  return moved
}

/** The end of the action under way, or a resolution in the provider's dashboard. */
export function changeByService(row: DepositRow, to: DepositState): DepositChange {
  const { state: from, action, action_by } = row
  if (to === "in_review" && isResolved(from)) {
    const reason = `The provider lists it in review again. It was ${from} here.`
    return { action: "deposit.reopened", actorId: null, reason }
  }
  if (from !== "refund_pending" || to !== "in_review") {
    const isEndOfAction = from === "processing" && action !== null && isResultOf(action, to)
    return { action: `deposit.${to}`, actorId: isEndOfAction ? action_by : null }
  }
  const reason = "The refund failed at the provider, and the money is still there. You can try again."
  return { action: "deposit.refund_failed", actorId: null, reason }
}

export type DepositRequest = ActionChoice & { depositId: string; actorId: string }

export type ActionSurroundings = Pick<ActionFacts, "candidates" | "hasPayoutKey" | "toleranceBps">

/** Its lease belongs to this process. */
export type ClaimedDeposit = DepositRow & { state: "processing"; action: DepositAction; action_key: string }

export type ClaimOutcome =
  | { kind: "claimed"; claim: ClaimedDeposit }
  | { kind: "conflict"; row: DepositRow }
  | { kind: "refused"; refusal: ActionRefusal }

export function actionFacts(row: DepositRow, surroundings: ActionSurroundings): ActionFacts {
  return {
    ...surroundings,
    state: row.state,
    isConfirmed: isConfirmed(row),
    assignmentStatus: row.assignment_status,
    isSupported: row.is_supported,
    hasCustomer: row.customer_id !== null,
    hasSender: row.from_address !== null,
  }
}

const HASH_LENGTH = 12

/**
 * Which process may call the provider for a deposit, and under which key.
 *
 * The key and the audit entry are stored before the call. Times are the database's own. After the lease has
 * run out only a success is stored.
 */
export class DepositClaims {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly leaseMs: number
  ) {}

  /** Begins or resumes an action: of any number of operators, one wins. */
  claim(request: DepositRequest, surroundings: ActionSurroundings): Promise<ClaimOutcome> {
    return this.knex.transaction(async (knex): Promise<ClaimOutcome> => {
      const row = await lockDeposit(knex, this.scope, request.depositId)
      const { action, action_intent_id: intentId, is_leased: isLeased } = row
      const facts = actionFacts(row, surroundings)
      const decision = decideAction(request, facts, { action, intentId, isLeased })
      if (decision.kind === "refused") return decision
      if (decision.kind === "conflict") return { kind: "conflict", row }
      const claim =
        decision.kind === "begin"
          ? await this.begin(knex, request)
          : await this.take(knex, { sql: "id = ?", bindings: [request.depositId] })
      if (!claim) throw new Error(`deposit ${request.depositId} is gone, although it was locked`)
      return { kind: "claimed", claim }
    })
  }

  private begin(
    knex: Knex,
    { depositId, action, actorId, intentId }: DepositRequest
  ): Promise<ClaimedDeposit | undefined> {
    const own = inScope(this.scope)
    const hash = createHash("sha256").update(depositId).digest("hex").slice(0, HASH_LENGTH)
    return changeWithNote<ClaimedDeposit>(
      knex,
      DEPOSIT,
      {
        sql: `UPDATE onchain_deposit SET state = 'processing', action = ?, action_by = ?, action_at = now(),
            action_intent_id = ?, action_count = action_count + 1, action_attempts = 1, last_error = NULL,
            action_key = 'dep_' || ? || '_' || (action_count + 1) || '_' || ?,
            lease_expires_at = now() + ? * interval '1 millisecond',
            next_attempt_at = now() + ? * interval '1 millisecond',
            revision = revision + 1, state_at = now(), updated_at = now()
          WHERE id = ? AND ${own.sql} RETURNING *`,
        bindings: [
          ...[action, actorId, intentId, action, hash, this.leaseMs, this.leaseMs, depositId],
          ...own.bindings,
        ],
      },
      {
        action: `deposit.${action}_requested`,
        actorId,
        before: { state: "in_review" },
        after: { state: "processing", ...(intentId ? { intent_id: intentId } : {}) },
      }
    )
  }

  async takeDue(): Promise<ClaimedDeposit | undefined> {
    const due = oldest(
      {
        table: "onchain_deposit",
        scope: this.scope,
        where: "state = 'processing' AND next_attempt_at <= now()",
        orderBy: "next_attempt_at",
      },
      1
    )
    return this.take(this.knex, due)
  }

  /** Schedules the next call. @returns false when the lease was lost */
  async postpone(claim: ClaimedDeposit, reason: string, pauseMs: number): Promise<boolean> {
    const own = inScope(this.scope)
    const postponed = await this.knex.raw(
      `UPDATE onchain_deposit SET last_error = ?, lease_expires_at = NULL, updated_at = now(),
         next_attempt_at = now() + ? * interval '1 millisecond'
       WHERE id = ? AND state = 'processing' AND action_key = ? AND action_attempts = ? AND ${own.sql} RETURNING id`,
      [
        ...[reason.slice(0, 1_000), pauseMs, claim.id, claim.action_key, claim.action_attempts],
        ...own.bindings,
      ]
    )
    return postponed.rows.length === 1
  }

  private async take(
    knex: Knex,
    which: { sql: string; bindings: Knex.RawBinding[] }
  ): Promise<ClaimedDeposit | undefined> {
    const own = inScope(this.scope)
    const taken = await knex.raw(
      `UPDATE onchain_deposit SET action_attempts = action_attempts + 1, updated_at = now(),
         lease_expires_at = now() + ? * interval '1 millisecond',
         next_attempt_at = now() + ? * interval '1 millisecond'
       WHERE ${which.sql} AND ${own.sql} RETURNING *`,
      [this.leaseMs, this.leaseMs, ...which.bindings, ...own.bindings]
    )
    return taken.rows[0]
  }
}
