import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { randomBytes } from "node:crypto"
import { hashPageToken, newPageToken } from "../../../domain/payment/payment-page"
import { countedDestinationState, type RefundOf } from "../../../domain/payout/destination"
import type { ApprovalRule } from "../../../domain/payout/payout-gate"
import {
  type AddressRefusal,
  decideAddressApproval,
  decideDecline,
  decideEmail,
  decideProposal,
  EMAIL_PAUSE_MINUTES,
  type EmailDecision,
  type ProposalDecision,
  type ProposedAddress,
  reasonAgainstAddress,
  type SignatureState,
} from "../../../domain/refund/refund-address"
import type { RefundState } from "../../../domain/refund/refund-lifecycle"
import { normalizeAddress } from "../../../gateway/address"
import { REFUND_ADDRESS_PROPOSED } from "../events"
import type OnchainRefundAddress from "../models/refund-address"
import type { PaymentRow } from "../payment/payment-row"
import type { DestinationRow } from "../payout/destination-list"
import { archiveSingleUse, insertSingleUse } from "../payout/destinations"
import { type AuditNote, noteAudit } from "../work/audit-log"
import { addToOutbox } from "../work/outbox"
import { inScope, ownRows, type Scope, scopeColumns } from "../work/claim"
import { REFUND, type RefundRow } from "./refund-ledger"

export type RefundAddressRow = InferTypeOf<typeof OnchainRefundAddress>

/** A proposal that an operator decides about: once money may have left, nobody can. */
export const IS_PROPOSED = `state = 'proposed' AND EXISTS (SELECT 1 FROM onchain_refund AS refund
  WHERE refund.id = onchain_refund_address.refund_id AND refund.state IN ('due', 'quoted') AND refund.deleted_at IS NULL)`

/** A refund whose address nobody has to decide about, so that it needs attention once. */
export const WITHOUT_PROPOSAL = `NOT EXISTS (SELECT 1 FROM onchain_refund_address AS proposal
  WHERE proposal.refund_id = onchain_refund.id AND proposal.state = 'proposed' AND proposal.deleted_at IS NULL)`

type AddressActor = { id: string; type: string; ownerId: string | null }

type NewProposal = ProposedAddress & {
  checksum: "verified" | "absent"
  is_observed_sender: boolean
  signature: string | null
  signature_state: SignatureState
  /** The nonce that was read before the signature was verified: another one is a replay. */
  nonce: string
}

/** Of the refund that an approved address is for. */
type AddressOwner = {
  label: string
  customer_id: string | null
  order_id: string | null
  chain: string
}

export type AddressResult =
  { kind: "done"; row: RefundAddressRow } | { kind: "refused"; refusal: AddressRefusal }

/** A destination that can take the refund, possibly after its approval. */
export type SenderInBook = { id: string; state: "pending" | "approved" }

/**
 * Finds who sent the money of a payment. Money sent back there may never reach the customer, because
 * exchanges send from their own addresses: it is shown, and never preselected.
 *
 * The provider names senders of deposits in review only, and never with a memo.
 *
 * @see service-interface "Deposit"
 */
export class ObservedSenders {
  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & ApprovalRule
  ) {}

  /**
   * Only confirmed deposits count: an event may name any sender.
   *
   * @returns the address as its chain writes it; of the latest deposit, one of the payment's own transaction
   * first
   */
  async find(payment: PaymentRow): Promise<string | null> {
    const own = inScope(this.options, "d")
    const { rows }: { rows: { from_address: string }[] } = await this.knex.raw(
      `SELECT d.from_address FROM onchain_deposit AS d
       WHERE (lower(d.tx_hash) = lower(?) OR d.expected_session_id = ?) AND d.from_address IS NOT NULL
         AND d.confirmed_at IS NOT NULL AND d.reported_state IS NULL
         AND d.chain = ? AND d.network_id = ? AND d.deleted_at IS NULL AND ${own.sql}
       ORDER BY (lower(d.tx_hash) IS NOT DISTINCT FROM lower(?)) DESC, d.observed_at DESC, d.id LIMIT 1`,
      [
        ...[payment.tx_hash, payment.session_id, payment.chain, payment.network_id],
        ...[...own.bindings, payment.tx_hash],
      ]
    )
    const [seen] = rows
    return seen ? normalizeAddress(payment.chain, seen.from_address) : null
  }

  /** Where it is that of the refund's customer or payment. */
  async findInBook(
    address: string,
    { chain, network_id }: PaymentRow,
    { customerId, paymentId }: Pick<RefundOf, "customerId" | "paymentId">
  ): Promise<SenderInBook | null> {
    const found = await ownRows<DestinationRow>(this.knex, this.options, "onchain_payout_destination")
      .where({ chain, network_id, address, purpose: "refund", single_use_refund_id: null })
      .whereIn("state", ["approved", "pending"])
      .where((either) => {
        void either.where({ payment_id: paymentId, customer_id: null })
        if (customerId !== null) void either.orWhere("customer_id", customerId)
      })
      // Approved before pending.
      .orderByRaw("state, has_second_approval DESC, created_at DESC, id")
      .first("id", "state", "has_second_approval")
    if (!found) return null
    const state = countedDestinationState(found, this.options.payouts.approval)
    return state === "archived" ? null : { id: found.id, state }
  }
}

/** How long a shopper can propose an address with a link; a user can request a new link. */
const LIFETIME_DAYS = 14

type Locked = { row: RefundAddressRow; refundState: RefundState; now: Date }

/**
 * Requests for the address of a refund, and what shoppers propose. Each change locks the refund first, as a
 * confirmation of its payout does: whichever comes first counts.
 */
export class RefundAddresses {
  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & ApprovalRule
  ) {}

  /**
   * Makes a link, and ends the earlier one of the refund with everything proposed by it.
   *
   * @returns the token, which is shown only once
   */
  create(
    refund: { id: string; payment_id: string },
    actor: AddressActor
  ): Promise<
    { kind: "done"; row: RefundAddressRow; token: string } | { kind: "refused"; refusal: AddressRefusal }
  > {
    const token = newPageToken()
    return this.knex.transaction(async (trx) => {
      const against = reasonAgainstAddress(await this.lockRefund(trx, refund.id))
      if (against) return { kind: "refused" as const, refusal: against }
      const [earlier] = await this.rows(trx)
        .where({ refund_id: refund.id })
        .whereNot({ state: "revoked" })
        .forUpdate()
      if (earlier) await this.revoke(trx, earlier, actor.id)
      const row = await this.insert(trx, refund, { actor, token })
      await this.note(trx, row, {
        action: "refund.address_requested",
        actorId: actor.id,
        before: null,
        after: { request_id: row.id },
      })
      return { kind: "done" as const, row, token }
    })
  }

  find(id: string): Promise<RefundAddressRow | undefined> {
    return this.rows().where({ id }).first()
  }

  /** Also an ended one: the caller decides. */
  findByToken(token: string | undefined): Promise<RefundAddressRow | undefined> {
    const hash = hashPageToken(token)
    return hash === null ? Promise.resolve(undefined) : this.rows().where({ token_hash: hash }).first()
  }

  latestOf(refundId: string): Promise<RefundAddressRow | undefined> {
    return this.rows().where({ refund_id: refundId }).orderBy("created_at", "desc").first()
  }

  /** Counts a wrong email. The row is locked, so parallel guesses count one by one. */
  tryEmail(id: string, isRight: boolean): Promise<EmailDecision> {
    return this.knex.transaction(async (trx) => {
      const row = await this.rows(trx).where({ id }).forUpdate().first()
      if (!row) throw new Error(`address request ${id} is gone; requests are never deleted`)
      const decision = decideEmail(row, isRight, await timeOf(trx))
      if (decision.kind !== "wrong") return decision
      await trx("onchain_refund_address")
        .where({ id })
        .update({
          wrong_emails: decision.wrongEmails,
          paused_until: decision.isPaused
            ? trx.raw("now() + ? * interval '1 minute'", [EMAIL_PAUSE_MINUTES])
            : null,
          updated_at: trx.fn.now(),
        })
      if (decision.isPaused)
        await this.note(trx, row, {
          action: "refund.address_paused",
          actorId: null,
          before: null,
          after: { request_id: id },
        })
      return decision
    })
  }

  /** Stores what a shopper proposes; a changed proposal takes the approval back, and its destination with it. */
  propose(id: string, proposal: NewProposal): Promise<ProposalDecision> {
    return this.locked(id, async (trx, locked): Promise<ProposalDecision> => {
      const { row } = locked
      const { nonce, signature, signature_state, checksum, is_observed_sender, ...address } = proposal
      const isFresh = nonce === row.nonce
      const state = isFresh ? signature_state : "not_signed"
      const signed = {
        signature: state === "signed" ? signature : null,
        signature_state: state,
        nonce: state === "signed" ? newNonce() : row.nonce,
      }
      const decision = decideProposal({ request: row, ...locked }, address, state)
      if (decision.kind === "sign") await this.update(trx, row, signed)
      if (decision.kind !== "store") return decision
      if (decision.voids !== null) await archiveSingleUse(trx, decision.voids, null)
      const revision = row.revision + 1
      const more = { checksum, is_observed_sender, revision, proposed_at: trx.fn.now() }
      const undecided = { decided_by: null, decided_at: null, decision_note: null, destination_id: null }
      await this.update(trx, row, { ...address, ...signed, ...more, ...undecided, state: "proposed" })
      await this.note(trx, row, {
        action: revision === 1 ? "refund.address_proposed" : "refund.address_changed",
        actorId: null,
        before: { state: row.state, ...(decision.voids && { destination_id: decision.voids }) },
        after: { state: "proposed", request_id: row.id, revision },
      })
      const data = { refund_id: row.refund_id, payment_id: row.payment_id, request_id: row.id, revision }
      await addToOutbox(trx, [{ subject: row.refund_id, name: REFUND_ADDRESS_PROPOSED, data }])
      return decision
    })
  }

  /** Makes the destination that takes this refund only. @param read what the approver has read */
  approve(
    id: string,
    read: { address: string; memo: string },
    { actor, owner }: { actor: AddressActor; owner: AddressOwner }
  ): Promise<AddressResult> {
    const { approval } = this.options.payouts
    return this.locked(id, async (trx, locked): Promise<AddressResult> => {
      const { row } = locked
      const involved = [row.created_by, row.created_by_owner]
      const decision = decideAddressApproval({ request: row, ...locked }, read, { actor, involved, approval })
      if (decision.kind !== "approve") return asRefused(decision)
      const destination_id = await insertSingleUse(trx, row, {
        ...owner,
        actorId: actor.id,
        isSecond: decision.isSecond,
      })
      return this.decided(trx, row, {
        set: { state: "approved", destination_id },
        action: "refund.address_approved",
        actorId: actor.id,
      })
    })
  }

  /** What was approved and is not confirmed yet is no destination any more. */
  decline(id: string, actorId: string, note: string): Promise<AddressResult> {
    return this.locked(id, async (trx, locked): Promise<AddressResult> => {
      const decision = decideDecline({ request: locked.row, ...locked })
      if (decision.kind !== "decline") return asRefused(decision)
      if (decision.voids !== null) await archiveSingleUse(trx, decision.voids, actorId)
      return this.decided(trx, locked.row, {
        set: { state: "declined", destination_id: null, decision_note: note },
        action: "refund.address_declined",
        actorId,
      })
    })
  }

  private locked<T>(id: string, act: (trx: Knex.Transaction, locked: Locked) => Promise<T>): Promise<T> {
    return this.knex.transaction(async (trx) => {
      const seen = await this.rows(trx).where({ id }).first("refund_id")
      if (!seen) throw new Error(`address request ${id} is gone; requests are never deleted`)
      const refundState = await this.lockRefund(trx, seen.refund_id)
      const row = await this.rows(trx).where({ id }).forUpdate().first()
      if (!row) throw new Error(`address request ${id} is gone; requests are never deleted`)
      return act(trx, { row, refundState, now: await timeOf(trx) })
    })
  }

  /** A refund that Medusa took back takes no address. */
  private async lockRefund(trx: Knex, id: string): Promise<RefundState> {
    const refund = await ownRows<RefundRow>(trx, this.options, "onchain_refund")
      .where("id", id)
      .forUpdate()
      .first("state")
    return refund?.state ?? "done"
  }

  private async revoke(trx: Knex, row: RefundAddressRow, actorId: string): Promise<void> {
    if (row.destination_id !== null) await archiveSingleUse(trx, row.destination_id, actorId)
    await this.update(trx, row, { state: "revoked", destination_id: null })
    await this.note(trx, row, {
      action: "refund.address_revoked",
      actorId,
      before: { state: row.state },
      after: { state: "revoked", request_id: row.id },
    })
  }

  private async insert(
    trx: Knex,
    refund: { id: string; payment_id: string },
    { actor, token }: { actor: AddressActor; token: string }
  ): Promise<RefundAddressRow> {
    const [row] = await trx<RefundAddressRow>("onchain_refund_address")
      .insert({
        ...scopeColumns(this.options),
        id: generateEntityId(undefined, "ocrad"),
        refund_id: refund.id,
        payment_id: refund.payment_id,
        token_hash: hashPageToken(token) ?? "",
        nonce: newNonce(),
        created_by: actor.id,
        created_by_owner: actor.ownerId,
        created_at: trx.raw("clock_timestamp()"),
        expires_at: trx.raw("now() + ? * interval '1 day'", [LIFETIME_DAYS]),
      })
      .returning("*")
    if (!row) throw new Error("the address request was not stored")
    return row
  }

  private async decided(
    trx: Knex,
    row: RefundAddressRow,
    { set, action, actorId }: { set: Partial<RefundAddressRow>; action: string; actorId: string }
  ): Promise<AddressResult> {
    const done = await this.update(trx, row, { ...set, decided_by: actorId, decided_at: trx.fn.now() })
    const after = { state: done.state, request_id: row.id, destination_id: done.destination_id }
    await this.note(trx, row, { action, actorId, before: { state: row.state }, after })
    return { kind: "done", row: done }
  }

  private async update(
    trx: Knex,
    { id }: RefundAddressRow,
    set: { [Column in keyof RefundAddressRow]?: RefundAddressRow[Column] | Knex.Raw }
  ): Promise<RefundAddressRow> {
    const [row] = await trx<RefundAddressRow>("onchain_refund_address")
      .where({ id })
      .update({ ...set, updated_at: trx.fn.now() })
      .returning("*")
    if (!row) throw new Error(`address request ${id} is gone, although it was locked`)
    return row
  }

  /** In the history of the refund. */
  private async note(trx: Knex, row: RefundAddressRow, note: AuditNote): Promise<void> {
    const { refund_id: id, environment, business_id } = row
    await noteAudit(trx, { type: REFUND, id, environment, business_id }, note)
  }

  private rows(knex = this.knex) {
    return ownRows<RefundAddressRow>(knex, this.options, "onchain_refund_address")
  }
}

function asRefused(decision: { kind: string; refusal?: AddressRefusal }): AddressResult {
  if (decision.refusal) return { kind: "refused", refusal: decision.refusal }
  throw new Error(`an address request cannot be decided as ${decision.kind}`)
}

/** 128 random bits. */
function newNonce(): string {
  return randomBytes(16).toString("hex")
}

async function timeOf(trx: Knex): Promise<Date> {
  const { rows } = await trx.raw("SELECT clock_timestamp() AS now")
  return rows[0].now
}
