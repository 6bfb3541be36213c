import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { ApprovalRule } from "../../../domain/payout/payout-gate"
import type {
  DestinationDecision,
  DestinationRefusal,
  RefundOf,
} from "../../../domain/payout/destination-lifecycle"
import {
  countedDestinationState,
  decideApproval,
  decideArchiving,
} from "../../../domain/payout/destination-lifecycle"
import type { AlsoChange, AuditEntry, AuditNote } from "../work/audit-log"
import { changeWithNote, listAuditEntries } from "../work/audit-log"
import { ownRows, scopeColumns, type Scope } from "../work/scope"
import { DestinationList } from "./destination-list"
import type { DestinationRow } from "./destination-list"
import { DESTINATION } from "./single-use-destination"

const COLUMNS = [
  "label",
  "purpose",
  "customer_id",
  "order_id",
  "payment_id",
  "chain",
  "network_id",
  "address",
  "memo",
  "has_no_memo",
  "checksum",
  "is_observed_sender",
  "created_by",
  "created_by_owner",
] as const

/** Validated, and written as its chain writes it. `memo` is empty for none. */
export type NewDestination = Pick<DestinationRow, (typeof COLUMNS)[number]>

/** What became of an action: the row as it now is, and why nothing changed. */
export type DestinationResult =
  | { kind: "done"; row: DestinationRow }
  | { kind: "refused"; row: DestinationRow; refusal: DestinationRefusal }

const TRIES = 5
/** An operator who needs another one archives unused ones. */
const MOST_OFFERED = 50

/** Why an address is the store's own: it takes money in, and none is paid out to it. */
export type OwnAddress = "customer" | "payment" | "deposit"

/** The address book of payouts. */
export class Destinations {
  readonly list: DestinationList

  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & ApprovalRule
  ) {
    this.list = new DestinationList(knex, options)
  }

  /**
   * Adds an address, or finds the existing one with the same memo.
   *
   * @param isApproved no further approval is needed
   * @returns the row, and whether this call has made it
   */
  async create(
    destination: NewDestination,
    isApproved: boolean
  ): Promise<{ row: DestinationRow; isNew: boolean }> {
    for (let tries = 0; tries < TRIES; tries++) {
      const made = await this.insert(destination, isApproved)
      if (made) return { row: made, isNew: true }
      const there = await this.findLive(destination)
      if (there) return { row: this.counted(there), isNew: false }
      // It was archived between the two statements, so it can be added now.
    }
    throw new Error("the destination is added and archived by others all the time")
  }

  /** @see findOwnAddress */
  ownAddress(chain: string, address: string): Promise<OwnAddress | null> {
    return findOwnAddress(this.knex, chain, address)
  }

  /** Approves a destination that waits, or one that only its creator has approved. */
  approve(
    id: string,
    actor: { id: string; type: string; ownerId?: string | null }
  ): Promise<DestinationResult> {
    return this.act(id, {
      decide: (row) => decideApproval(row, actor, this.options.payouts.approval),
      set: "state = 'approved', approved_by = ?, approved_at = now(), has_second_approval = ?",
      bindings: (isSecond) => [actor.id, isSecond],
      note: {
        action: "destination.approved",
        actorId: actor.id,
        before: { state: "pending" },
        after: { state: "approved" },
      },
    })
  }

  /** Archives a destination, once. */
  archive(id: string, actorId: string): Promise<DestinationResult> {
    return this.act(id, {
      decide: decideArchiving,
      set: "state = 'archived', archived_by = ?, archived_at = now()",
      bindings: () => [actorId],
      note: { action: "destination.archived", actorId, before: null, after: { state: "archived" } },
    })
  }

  async find(id: string): Promise<DestinationRow | undefined> {
    const row = await this.rows().where({ id }).first()
    return row && this.counted(row)
  }

  history(id: string): Promise<AuditEntry[]> {
    return listAuditEntries(this.knex, DESTINATION, id)
  }

  /**
   * Approved ones of a network, newest first: those of the customer, or of the payment of a guest, and the one
   * that takes this refund only.
   */
  listForRefund(
    network: { chain: string; networkId: string },
    { customerId, paymentId, refundId }: RefundOf
  ): Promise<DestinationRow[]> {
    return this.rows()
      .where({ chain: network.chain, network_id: network.networkId, purpose: "refund", state: "approved" })
      .where(this.options.payouts.approval === "second_user" ? { has_second_approval: true } : {})
      .where((either) => {
        void either.where({ payment_id: paymentId, customer_id: null })
        if (customerId !== null) void either.orWhere("customer_id", customerId)
      })
      .where((either) => {
        void either.whereNull("single_use_refund_id").orWhere("single_use_refund_id", refundId)
      })
      .orderBy([
        { column: "created_at", order: "desc" },
        { column: "id", order: "desc" },
      ])
      .limit(MOST_OFFERED)
      .select("*")
  }

  /** When money was last sent to each destination, as far as any was. */
  async lastUsed(ids: readonly string[]): Promise<Map<string, Date>> {
    if (ids.length === 0) return new Map()
    const rows = await this.knex<{ destination_id: string; first_sent_at: Date | null }>("onchain_withdrawal")
      .whereIn("destination_id", [...ids])
      .whereNotNull("first_sent_at")
      .groupBy("destination_id")
      .select("destination_id")
      .max({ at: "first_sent_at" })
    return new Map(rows.map((row) => [row.destination_id, row.at]))
  }

  /** Decides under a lock on the row, and writes row and audit entry in the same transaction. */
  private act(
    id: string,
    action: {
      decide: (row: DestinationRow) => DestinationDecision
      set: string
      bindings: (isSecond: boolean) => Knex.RawBinding[]
      note: AuditNote
    }
  ): Promise<DestinationResult> {
    return this.knex.transaction(async (transaction): Promise<DestinationResult> => {
      const row = await this.rows(transaction).where("id", id).forUpdate().first()
      if (!row) throw new Error(`destination ${id} is gone; destinations are never deleted`)
      const decision = action.decide(row)
      if (decision.kind === "refused") return { ...decision, row: this.counted(row) }
      const sql = `UPDATE onchain_payout_destination SET ${action.set}, updated_at = now() WHERE id = ? RETURNING *`
      const change = { sql, bindings: [...action.bindings(decision.isSecond), id] }
      const done = await changeWithNote<DestinationRow>(transaction, DESTINATION, change, action.note)
      if (!done) throw new Error(`destination ${id} is gone, although it was locked`)
      return { kind: "done", row: done }
    })
  }

  private counted(row: DestinationRow): DestinationRow {
    return { ...row, state: countedDestinationState(row, this.options.payouts.approval) }
  }

  private findLive({
    chain,
    network_id,
    address,
    memo,
  }: NewDestination): Promise<DestinationRow | undefined> {
    return this.rows()
      .where({ chain, network_id, address, memo, single_use_refund_id: null })
      .whereNot("state", "archived")
      .first()
  }

  private rows(knex = this.knex): Knex.QueryBuilder<DestinationRow, DestinationRow[]> {
    return ownRows<DestinationRow>(knex, this.options, "onchain_payout_destination")
  }

  private insert(destination: NewDestination, isApproved: boolean): Promise<DestinationRow | undefined> {
    const { created_by: by } = destination
    const { environment, business_id } = scopeColumns(this.options)
    const state = isApproved ? "approved" : "pending"
    const change = {
      sql: `INSERT INTO onchain_payout_destination (id, environment, business_id, state, approved_by, approved_at,
          ${COLUMNS.join(", ")})
        VALUES (?, ?, ?, ?, ?, ${isApproved ? "now()" : "NULL"}, ${COLUMNS.map(() => "?").join(", ")})
        ON CONFLICT DO NOTHING RETURNING *`,
      bindings: [
        generateEntityId(undefined, "ocdst"),
        environment,
        business_id,
        state,
        isApproved ? by : null,
        ...COLUMNS.map((column) => destination[column]),
      ],
      also: isApproved ? [approvalNote(by)] : [],
    }
    return changeWithNote(this.knex, DESTINATION, change, {
      action: "destination.created",
      actorId: by,
      before: null,
      after: { state: "pending", purpose: destination.purpose },
    })
  }
}

/** After the entry of its creation: the clock goes on within a statement. */
function approvalNote(by: string): AlsoChange {
  return {
    name: "approved",
    sql: `INSERT INTO onchain_audit_entry
        (id, subject_type, subject_id, action, actor_id, before, after, created_at, environment, business_id)
      SELECT ?, ?, changed.id, 'destination.approved', ?, ?::jsonb, ?::jsonb, clock_timestamp(), changed.environment,
        changed.business_id FROM changed`,
    bindings: [
      generateEntityId(undefined, "ocaud"),
      DESTINATION,
      by,
      JSON.stringify({ state: "pending" }),
      JSON.stringify({ state: "approved" }),
    ],
  }
}

/**
 * Whether an address is one of the store's own at the provider: a customer's deposit address, the one that a
 * payment showed (on Stellar the treasury), or where a listed deposit arrived. An EVM address is the same on
 * every network. Those of every account count: money sent to one of another is as lost.
 */
export async function findOwnAddress(knex: Knex, chain: string, address: string): Promise<OwnAddress | null> {
  const { rows }: { rows: { kind: OwnAddress }[] } = await knex.raw(
    `SELECT 'customer' AS kind FROM onchain_address WHERE chain = ? AND lower(address) = lower(?)
       AND (chain = 'evm' OR address = ?)
     UNION ALL SELECT 'payment' FROM onchain_attempt WHERE chain = ? AND lower(deposit_address) = lower(?)
       AND (chain = 'evm' OR deposit_address = ?)
     UNION ALL SELECT 'deposit' FROM onchain_deposit WHERE confirmed_at IS NOT NULL AND chain = ?
       AND lower(to_address) = lower(?) AND (chain = 'evm' OR to_address = ?)
     LIMIT 1`,
    [chain, address, address, chain, address, address, chain, address, address]
  )
  return rows[0]?.kind ?? null
}
