import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import {
  approvalOn,
  type Approval,
  countedDestinationState,
  type DestinationAction,
  destinationObstacle,
  type DestinationObstacle,
  type DestinationPurpose,
  type DestinationState,
  type RefundOf,
  type ApprovalRule,
  reasonAgainstApproval,
} from "../../../domain/payout/payout-gate"
import { KNOWN_CHAINS } from "../../../gateway/contract"
import type OnchainPayoutDestination from "../models/payout-destination"
import { type AuditEntry, listAuditEntries, noteAudit } from "../work/audit-log"
import { isSameAddressIn, ownRows, type Scope, scopeColumns } from "../work/claim"
import { type ListPage, RowList } from "../work/listed-rows"

/** `memo` is empty for none. */
export type DestinationRow = InferTypeOf<typeof OnchainPayoutDestination>

/** What destinations are called in the audit log. */
export const DESTINATION = "destination"

/** An approved proposal of a shopper. Its request is the author: nobody of the store has entered the address. */
type ApprovedAddress = Pick<
  DestinationRow,
  "id" | "environment" | "business_id" | "memo" | "has_no_memo" | "is_observed_sender" | "created_by"
> & {
  refund_id: string
  payment_id: string
  network_id: string | null
  address: string | null
  checksum: DestinationRow["checksum"] | null
}

/**
 * Makes the destination of one refund. Its request is locked, so there is one at a time.
 *
 * @param approval.isSecond the approver has not made the link
 */
export async function insertSingleUse(
  trx: Knex,
  request: ApprovedAddress,
  approval: {
    label: string
    customer_id: string | null
    order_id: string | null
    chain: string
    actorId: string
    isSecond: boolean
  }
): Promise<string> {
  const { actorId, isSecond, ...owner } = approval
  const { environment, business_id, network_id, address, memo, has_no_memo } = request
  const id = generateEntityId(undefined, "ocdst")
  await trx("onchain_payout_destination").insert({
    ...{ id, environment, business_id, ...owner, purpose: "refund", state: "approved" },
    ...{ network_id, address, memo, has_no_memo, checksum: request.checksum ?? "absent" },
    ...{ payment_id: request.payment_id, single_use_refund_id: request.refund_id },
    ...{ is_observed_sender: request.is_observed_sender },
    ...{ created_by: request.id, created_by_owner: request.created_by },
    ...{ approved_by: actorId, approved_at: trx.fn.now(), has_second_approval: isSecond },
  })
  const subject = { type: DESTINATION, id, environment, business_id }
  const after = { state: "approved", single_use_refund_id: request.refund_id }
  await noteAudit(trx, subject, { action: "destination.approved", actorId, before: null, after })
  return id
}

/**
 * No payout goes to a single-use destination any more.
 *
 * @param its its id, or the refund that it takes
 * @param actorId null once the refund is paid, or for a shopper who changed the proposal
 */
export async function archiveSingleUse(
  trx: Knex,
  its: string | { refundId: string },
  actorId: string | null
): Promise<void> {
  const rows = await trx<DestinationRow>("onchain_payout_destination")
    .where(typeof its === "string" ? { id: its } : { single_use_refund_id: its.refundId })
    .whereNot({ state: "archived" })
    .whereNotNull("single_use_refund_id")
    .update({ state: "archived", archived_by: actorId, archived_at: trx.fn.now(), updated_at: trx.fn.now() })
    .returning(["id", "environment", "business_id"])
  for (const row of rows)
    await noteAudit(trx, { type: DESTINATION, ...row }, archivedNote(actorId, "approved"))
}

const archivedNote = (actorId: string | null, state: DestinationState) => ({
  action: "destination.archived",
  actorId,
  before: { state },
  after: { state: "archived" },
})

/** Validated, and written as its chain writes it. `memo` is empty for none. */
export type NewDestination = Pick<
  DestinationRow,
  | ("label" | "purpose" | "customer_id" | "order_id" | "payment_id" | "is_observed_sender")
  | ("chain" | "network_id" | "address" | "memo" | "has_no_memo" | "checksum")
  | ("created_by" | "created_by_owner")
>

/** What became of an action: the row as it now is, and why nothing changed. */
export type DestinationResult =
  | { kind: "done"; row: DestinationRow }
  | { kind: "refused"; row: DestinationRow; obstacle: DestinationObstacle }

const TRIES = 5
/** An operator who needs another one archives unused ones. */
const MOST_OFFERED = 50

/** Why an address is the store's own: it takes money in, and none is paid out to it. */
type OwnAddress = "customer" | "payment" | "deposit"

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
   * @param isApproved no further approval is needed, as far as the option says
   * @returns the row, and whether this call has made it
   */
  async create(
    destination: NewDestination,
    isApproved: boolean
  ): Promise<{ row: DestinationRow; isNew: boolean }> {
    for (let tries = 0; tries < TRIES; tries++) {
      const mayApprove = approvalOn(destination.chain, "none") === "none"
      const made = await this.insert(destination, isApproved && mayApprove)
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
      .where(
        approvalOn(network.chain, this.options.payouts.approval) === "second_user"
          ? { has_second_approval: true }
          : {}
      )
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

  /** Approves a destination that waits, or one that only its creator has approved; archives one once. */
  act(
    id: string,
    action: DestinationAction,
    actor: { id: string; type: string; ownerId?: string | null }
  ): Promise<DestinationResult> {
    return this.knex.transaction(async (trx): Promise<DestinationResult> => {
      const row = await this.rows(trx).where("id", id).forUpdate().first()
      if (!row) throw new Error(`destination ${id} is gone; destinations are never deleted`)
      const involved = [row.created_by, row.created_by_owner]
      const counted = this.counted(row)
      const approval = approvalOn(row.chain, this.options.payouts.approval)
      const approvalRefusal = reasonAgainstApproval({ approval, actor, involved })
      const obstacle = destinationObstacle(action, counted.state, { refusal: null, approvalRefusal })
      if (obstacle) return { kind: "refused", row: counted, obstacle }
      const now = trx.fn.now()
      const isSecond = actor.type === "user" && !involved.includes(actor.id)
      const [done] = await this.rows(trx)
        .where("id", id)
        .update({
          ...(action === "archive"
            ? { state: "archived", archived_by: actor.id, archived_at: now }
            : { state: "approved", approved_by: actor.id, approved_at: now, has_second_approval: isSecond }),
          updated_at: now,
        })
        .returning("*")
      if (!done) throw new Error(`destination ${id} is gone, although it was locked`)
      const note = action === "archive" ? archivedNote(actor.id, row.state) : approvedNote(actor.id)
      await noteAudit(trx, { ...done, type: DESTINATION }, note)
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
    const { created_by: by, purpose } = destination
    return this.knex.transaction(async (trx) => {
      const approval =
        isApproved && ({ state: "approved", approved_by: by, approved_at: trx.fn.now() } as const)
      const [row] = await trx<DestinationRow>("onchain_payout_destination")
        .insert({
          ...{ id: generateEntityId(undefined, "ocdst"), ...scopeColumns(this.options), ...destination },
          ...approval,
        })
        .onConflict()
        .ignore()
        .returning("*")
      if (!row) return undefined
      const subject = { ...row, type: DESTINATION }
      const after = { state: "pending", purpose }
      await noteAudit(trx, subject, { action: "destination.created", actorId: by, before: null, after })
      if (isApproved) {
        const id = await noteAudit(trx, subject, approvedNote(by))
        // After its creation: both entries have the time of the transaction.
        await trx("onchain_audit_entry")
          .where({ id })
          .update({ created_at: trx.raw("clock_timestamp()") })
      }
      return row
    })
  }
}

const approvedNote = (actorId: string) => ({
  action: "destination.approved",
  actorId,
  before: { state: "pending" },
  after: { state: "approved" },
})

/**
 * Whether an address is one of the store's own at the provider: a customer's deposit address, the one that a
 * payment showed (on Stellar the treasury), or where a listed deposit arrived. An EVM address is the same on
 * every network. Those of every account count: money sent to one of another is as lost.
 */
export async function findOwnAddress(knex: Knex, chain: string, address: string): Promise<OwnAddress | null> {
  const { rows }: { rows: { kind: OwnAddress }[] } = await knex.raw(
    `SELECT 'customer' AS kind FROM onchain_address WHERE chain = :chain AND ${isSameAddressIn("address", ":address")}
     UNION ALL SELECT 'payment' FROM onchain_attempt WHERE chain = :chain AND ${isSameAddressIn("deposit_address", ":address")}
     UNION ALL SELECT 'deposit' FROM onchain_deposit
       WHERE confirmed_at IS NOT NULL AND chain = :chain AND ${isSameAddressIn("to_address", ":address")}
     LIMIT 1`,
    { chain, address }
  )
  return rows[0]?.kind ?? null
}

/** Without a condition, all that ever were. */
export type DestinationFilter = {
  state?: DestinationState | undefined
  network_id?: string | undefined
  purpose?: DestinationPurpose | undefined
  customer_id?: string | undefined
  /** Beginning of a label, an address or an identifier. */
  q?: string | undefined
}
export type DestinationPage = ListPage<DestinationFilter>

const IS_UNKNOWN_CHAIN = `chain NOT IN (${KNOWN_CHAINS.map((chain) => `'${chain}'`).join(", ")})`

/** Waits for an approval under the current rule. @see countedDestinationState */
export function pendingUnder(approval: Approval): string {
  const chains = approval === "none" ? ` AND ${IS_UNKNOWN_CHAIN}` : ""
  return `(state = 'pending' OR (state = 'approved' AND NOT has_second_approval${chains}))`
}

/** Operators fill the address book, so it stays small. */
export class DestinationList extends RowList<DestinationRow, DestinationFilter> {
  constructor(
    knex: Knex,
    private readonly options: Scope & ApprovalRule
  ) {
    super(knex, options, {
      table: "onchain_payout_destination",
      by: "created_at",
      searched: ["label", "address", "id"],
      equal: ["network_id", "purpose", "customer_id"],
      // The address book hides those that take one refund only.
      only: "single_use_refund_id IS NULL",
      where: (query, { state }) => {
        if (state !== undefined) whereCounted(query, state, options.payouts.approval)
      },
    })
  }

  override async read(page: DestinationPage): Promise<{ rows: DestinationRow[]; count: number }> {
    const { rows, count } = await super.read(page)
    const { approval } = this.options.payouts
    return { rows: rows.map((row) => ({ ...row, state: countedDestinationState(row, approval) })), count }
  }
}

/** @see countedDestinationState */
function whereCounted(query: Knex.QueryBuilder, state: DestinationState, approval: Approval): void {
  if (state === "pending") void query.whereRaw(pendingUnder(approval))
  else void query.where({ state })
  if (state === "approved")
    void query.whereRaw(`(has_second_approval OR NOT ${approval === "none" ? IS_UNKNOWN_CHAIN : "true"})`)
}
