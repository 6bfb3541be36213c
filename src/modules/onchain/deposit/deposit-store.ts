import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { createHash } from "node:crypto"
import {
  type ActionChoice,
  type ActionRefusal,
  type ActionSurroundings,
  decideAction,
  type DepositAction,
  type DepositState,
  isOutcomeCurrent,
  isResolved,
  isResultOf,
} from "../../../domain/deposit/deposit-lifecycle"
import type { ProviderAnswer } from "../../../gateway/client/errors"
import {
  DEPOSIT_ACCEPTED,
  DEPOSIT_ASSIGNED,
  DEPOSIT_REFUND_FAILED,
  DEPOSIT_REFUND_PENDING,
  DEPOSIT_REFUNDED,
  DEPOSIT_REVIEW_REQUIRED,
} from "../events"
import type OnchainDeposit from "../models/deposit"
import { type AuditEntry, type AuditNote, changeLocked, listAuditEntries } from "../work/audit-log"
import { fromNow, inScope, ownRows, type Scope, takeDue } from "../work/claim"
import { type ListPage, RowList } from "../work/listed-rows"
import { addToOutbox, type OutboxEvent } from "../work/outbox"

export type DepositRow = InferTypeOf<typeof OnchainDeposit>

const EVENTS = {
  in_review: DEPOSIT_REVIEW_REQUIRED,
  assigned: DEPOSIT_ASSIGNED,
  accepted: DEPOSIT_ACCEPTED,
  refund_pending: DEPOSIT_REFUND_PENDING,
  refunded: DEPOSIT_REFUNDED,
} as const satisfies Record<Exclude<DepositState, "processing" | "income">, string>

/** An action that begins or is refused is not reported, and neither is income, or a deposit that no list has confirmed. */
export function depositEvents(
  { id, state, customer_id, confirmed_at }: DepositRow,
  from: DepositState | null
): OutboxEvent[] {
  if (state === "processing" || state === "income" || confirmed_at === null) return []
  const isBackInReview = state === "in_review" && from !== null
  if (isBackInReview && from === "processing") return []
  const hasRefundFailed = isBackInReview && (from === "refund_pending" || from === "refunded")
  const name = hasRefundFailed ? DEPOSIT_REFUND_FAILED : EVENTS[state]
  return [{ subject: id, name, data: { id, customer_id } }]
}

const DEPOSIT = "deposit"

type Columns = Record<string, Knex.Value | null>

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

export function changeDeposit(
  trx: Knex.Transaction,
  row: DepositRow,
  columns: Columns,
  note: AuditNote
): Promise<DepositRow> {
  return changeLocked<DepositRow>(trx, { type: DEPOSIT, table: "onchain_deposit" }, row, columns, note)
}

type DepositMove = {
  action: string
  actorId: string | null
  columns?: Columns
  reason?: string
  /** What the provider said, kept with the audit entry. */
  answer?: ProviderAnswer | null
}

/** Moves a deposit that the caller has locked, with its audit entry and its event. */
export async function moveDeposit(
  knex: Knex.Transaction,
  row: DepositRow,
  to: DepositState,
  { action, actorId, columns, reason, answer }: DepositMove
): Promise<DepositRow> {
  const now = knex.fn.now()
  const why = { ...(reason ? { reason } : {}), ...(answer ? { provider: answer } : {}) }
  const moved = await changeDeposit(
    knex,
    row,
    {
      ...{ state: to, state_at: now, last_error: reason ?? null },
      ...{ lease_expires_at: null, next_attempt_at: null },
      // An event may report more than the answer to our own call: that stays until a list has been read.
      ...(row.reported_state === to ? { reported_state: null, reported_at: null } : {}),
      ...columns,
    },
    { action, actorId, before: { state: row.state }, after: { state: to, ...why } }
  )
  await addToOutbox(knex, depositEvents(moved, row.state))
  return moved
}

/** The end of the action under way, or a resolution in the provider's dashboard. */
export function moveByService({ state: from, action, action_by }: DepositRow, to: DepositState): DepositMove {
  if (to === "in_review" && isResolved(from)) {
    const reason = `The provider lists it in review again. It was ${from} here.`
    return { action: "deposit.reopened", actorId: null, reason }
  }
  if (from === "refund_pending" && to === "in_review") {
    const reason = "The refund failed at the provider, and the money is still there. You can try again."
    return { action: "deposit.refund_failed", actorId: null, reason }
  }
  const isEndOfAction = from === "processing" && action !== null && isResultOf(action, to)
  return { action: `deposit.${to}`, actorId: isEndOfAction ? action_by : null }
}

export type DepositRequest = ActionChoice & { depositId: string; actorId: string }

/** Its lease belongs to this process. */
export type ClaimedDeposit = DepositRow & { state: "processing"; action: DepositAction; action_key: string }

type ClaimOutcome =
  | { kind: "claimed"; claim: ClaimedDeposit }
  | { kind: "conflict"; row: DepositRow }
  | { kind: "refused"; refusal: ActionRefusal }

const HASH_LENGTH = 12

/** The key and the audit entry are stored before the call; after the lease has run out only a success is stored. */
export class DepositStore {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly leaseMs: number
  ) {}

  find(id: string): Promise<DepositRow | undefined> {
    return this.rows().where("id", id).first()
  }

  async mustFind(id: string): Promise<DepositRow> {
    const row = await this.find(id)
    if (!row) throw new Error(`deposit ${id} is gone; deposits are never deleted`)
    return row
  }

  history(id: string): Promise<AuditEntry[]> {
    return listAuditEntries(this.knex, DEPOSIT, id, this.scope)
  }

  /** Begins or resumes an action: of any number of operators, one wins. */
  claim(request: DepositRequest, surroundings: ActionSurroundings): Promise<ClaimOutcome> {
    return this.knex.transaction(async (knex): Promise<ClaimOutcome> => {
      const row = await lockDeposit(knex, this.scope, request.depositId)
      const decision = decideAction(request, row, surroundings)
      if (decision.kind === "refused") return decision
      if (decision.kind === "conflict") return { kind: "conflict", row }
      if (decision.kind === "begin") return { kind: "claimed", claim: await this.begin(knex, row, request) }
      const [claim] = await knex("onchain_deposit")
        .where({ id: row.id, environment: row.environment, business_id: row.business_id })
        .update({ action_attempts: row.action_attempts + 1, ...this.lease(knex), updated_at: knex.fn.now() })
        .returning<ClaimedDeposit[]>("*")
      if (!claim) throw new Error(`deposit ${row.id} is gone, although it was locked`)
      return { kind: "claimed", claim }
    })
  }

  private async begin(
    knex: Knex.Transaction,
    row: DepositRow,
    { action, actorId, intentId }: DepositRequest
  ): Promise<ClaimedDeposit> {
    const hash = createHash("sha256").update(row.id).digest("hex").slice(0, HASH_LENGTH)
    const now = knex.fn.now()
    const action_count = row.action_count + 1
    const action_key = `dep_${action}_${action_count}_${hash}`
    const begun = await changeDeposit(
      knex,
      row,
      {
        ...{ state: "processing", state_at: now, last_error: null, action, action_key, action_count },
        ...{ action_by: actorId, action_at: now, action_intent_id: intentId, action_attempts: 1 },
        ...this.lease(knex),
      },
      {
        action: `deposit.${action}_requested`,
        actorId,
        before: { state: "in_review" },
        after: { state: "processing", ...(intentId ? { intent_id: intentId } : {}) },
      }
    )
    return { ...begun, state: "processing", action, action_key }
  }

  /** @returns an action whose call has no answer, for this process to repeat */
  async takeDue(): Promise<ClaimedDeposit | undefined> {
    const [claim] = await takeDue<ClaimedDeposit>(
      this.knex,
      {
        table: "onchain_deposit",
        scope: this.scope,
        where: "state = 'processing'",
        dueAt: "next_attempt_at",
        lease: { ms: this.leaseMs },
        set: `action_attempts = action_attempts + 1, lease_expires_at = now() + interval '${this.leaseMs} milliseconds'`,
      },
      1
    )
    return claim
  }

  /** Schedules the next call, unless the lease was lost. @returns the deposit as it is now */
  async postpone(claim: ClaimedDeposit, reason: string, pauseMs: number): Promise<DepositRow> {
    const { id, action_key, action_attempts } = claim
    await this.rows()
      .where({ id, state: "processing", action_key, action_attempts })
      .update({
        last_error: reason.slice(0, 1_000),
        lease_expires_at: null,
        next_attempt_at: fromNow(this.knex, pauseMs),
        updated_at: this.knex.fn.now(),
      })
    return this.mustFind(id)
  }

  /** A call that outlived its lease changes nothing. @returns the deposit as it is now */
  endAction(
    call: Pick<DepositRow, "id" | "action_key" | "action_attempts">,
    to: DepositState,
    move: DepositMove
  ): Promise<DepositRow> {
    return this.knex.transaction(async (knex) => {
      const row = await lockDeposit(knex, this.scope, call.id)
      return isOutcomeCurrent(row, call, to === "in_review") ? moveDeposit(knex, row, to, move) : row
    })
  }

  private lease(knex: Knex) {
    const until = fromNow(knex, this.leaseMs)
    return { lease_expires_at: until, next_attempt_at: until }
  }

  private rows() {
    return ownRows<DepositRow>(this.knex, this.scope, "onchain_deposit")
  }
}

export type DepositFilter = {
  states: readonly DepositState[]
  assignment_status?: readonly string[] | undefined
  chain?: string | undefined
  network_id?: string | undefined
  token?: string | undefined
  customer_id?: string | undefined
  /** First instant, and the first one after the range. */
  from?: Date | undefined
  before?: Date | undefined
  after?: string | undefined
  /** Beginning of an identifier, transaction hash or address. */
  q?: string | undefined
}

export type DepositPage = ListPage<DepositFilter>

export const IS_IN_REVIEW = "state = 'in_review'"

export class DepositList extends RowList<DepositRow, DepositFilter> {
  /** @param only which deposits the list has; default: all */
  constructor(knex: Knex, scope: Scope, only?: string) {
    super(knex, scope, {
      table: "onchain_deposit",
      ...(only === undefined ? {} : { only }),
      by: "observed_at",
      searched: ["id", "tx_hash", "from_address", "to_address"],
      equal: ["chain", "network_id", "token", "customer_id"],
      where: (query, { assignment_status, from, before }) => {
        if (assignment_status) void query.whereIn("assignment_status", [...assignment_status])
        if (from) void query.where("observed_at", ">=", from)
        if (before) void query.where("observed_at", "<", before)
      },
    })
  }
}
