import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { randomBytes } from "node:crypto"
import { hashPageToken, newPageToken } from "../../../domain/payment/payment-page"
import type { DestinationChecksum } from "../../../domain/payout/destination"
import {
  approvalOn,
  countedDestinationState,
  type DestinationState,
  type RefundOf,
  type ApprovalRule,
} from "../../../domain/payout/payout-gate"
import {
  type AddressRefusal,
  decideEmail,
  decideProposal,
  type LinkedAddress,
  type ProposalDecision,
  type ProposedAddress,
  reasonAgainstAddress,
  reasonAgainstApprovingAddress,
  reasonAgainstDecision,
} from "../../../domain/refund/refund-address"
import { normalizeAddress } from "../../../gateway/address"
import { REFUND_ADDRESS_PROPOSED } from "../events"
import type { PaymentRow } from "../payment/payment-row"
import { type DestinationRow, archiveSingleUse, insertSingleUse } from "../payout/destinations"
import { noteAudit } from "../work/audit-log"
import { addToOutbox } from "../work/outbox"
import { clockTime } from "../payout/withdrawal-store"
import { fromNow, inScope, ownRows, type Scope } from "../work/claim"
import { REFUND, type RefundRow } from "./refund-ledger"

/** A refund with a link, which holds all that only a link has. */
export type LinkedRefund = RefundRow &
  LinkedAddress & { link_id: string; link_token_hash: string; link_made_by: string; link_nonce: string }

export function hasLink(refund: RefundRow): refund is LinkedRefund {
  return refund.link_id !== null
}

/** A proposal that an operator decides about: once money may have left, nobody can. */
export const IS_PROPOSED = "address_state = 'proposed' AND state IN ('due', 'quoted')"

type AddressActor = { id: string; type: string; ownerId: string | null }

type NewProposal = ProposedAddress & {
  address_checksum: DestinationChecksum
  is_address_signed: boolean
  /** The nonce that was read before the signature was verified: another one is a replay. */
  link_nonce: string
}

/** A link of a refund, by which a request names what it is about. */
export type Link = { refund_id: string; link_id: string }

type AddressOwner = {
  label: string
  is_observed_sender: boolean
  customer_id: string | null
  order_id: string | null
  chain: string
}

export type SenderInBook = { id: string; state: Exclude<DestinationState, "archived"> }

/** Money sent back may never reach the customer, because exchanges send from their own addresses: it is shown, never preselected. */
export class ObservedSenders {
  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & ApprovalRule
  ) {}

  /** Only confirmed deposits count: an event may name any sender. The payment's own transaction comes first. */
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
      .first("id", "state", "chain", "has_second_approval")
    if (!found) return null
    const state = countedDestinationState(found, this.options.payouts.approval)
    return state === "archived" ? null : { id: found.id, state }
  }
}

/** How long a shopper can propose an address with a link; a user can request a new link. */
const LIFETIME_DAYS = 14
const DAY_MS = 24 * 60 * 60_000
const EMAIL_PAUSE_MS = 60 * 60_000

type Columns = { [Column in keyof RefundRow]?: RefundRow[Column] | Knex.Raw }

/** Of a new link. */
const UNUSED = {
  ...{ address_state: "open", address: null, address_memo: "", has_no_memo: false, address_checksum: null },
  ...{ is_address_signed: false, address_revision: 0, proposed_at: null },
  ...{ decision_note: null, destination_id: null, wrong_emails: 0, paused_until: null },
} as const satisfies Columns

const LINK_ENDED: AddressRefusal = { code: "link_ended" }

/** Each change locks the refund, as a confirmation of its payout does: whichever comes first counts. */
export class RefundAddresses {
  constructor(
    private readonly knex: Knex,
    private readonly options: Scope & ApprovalRule
  ) {}

  /** Ends the earlier link of the refund with everything proposed by it. The token is shown only once. */
  create(
    id: string,
    actor: AddressActor
  ): Promise<{ refund: LinkedRefund; token: string } | { refusal: AddressRefusal }> {
    const token = newPageToken()
    return this.knex.transaction(async (trx) => {
      // A refund that Medusa took back takes no address.
      const refund = await this.rows(trx).where({ id }).forUpdate().first()
      const refusal = reasonAgainstAddress(refund?.state ?? "done")
      if (refusal || !refund) return { refusal: refusal ?? LINK_ENDED }
      if (hasLink(refund)) {
        await archiveApproved(trx, refund, actor.id)
        await note(trx, refund, "refund.address_revoked", actor.id, {
          ...{ ...refund, address_state: null, destination_id: null },
        })
      }
      const linked = await update(trx, refund, {
        ...UNUSED,
        ...{ link_id: generateEntityId(undefined, "ocrad"), link_token_hash: hashPageToken(token) },
        ...{ link_nonce: newNonce(), link_made_by: actor.id, link_made_by_owner: actor.ownerId },
        link_expires_at: fromNow(trx, LIFETIME_DAYS * DAY_MS),
      })
      await note(trx, linked, "refund.address_requested", actor.id)
      return { refund: linked, token }
    })
  }

  async findByToken(token: string | undefined): Promise<LinkedRefund | undefined> {
    const link_token_hash = hashPageToken(token)
    const refund = link_token_hash === null ? undefined : await this.rows().where({ link_token_hash }).first()
    return refund && hasLink(refund) ? refund : undefined
  }

  /** Counts a wrong email. The row is locked, so parallel guesses count one by one. */
  tryEmail(link: Link, isRight: boolean): Promise<"right" | "wrong" | "paused" | "ended"> {
    return this.knex.transaction(async (trx) => {
      const refund = await this.lock(trx, link)
      if (!refund) return "ended"
      const { answer, wrongEmails } = decideEmail(refund, isRight, await clockTime(trx))
      if (wrongEmails === null) return answer
      const paused_until = answer === "paused" ? fromNow(trx, EMAIL_PAUSE_MS) : null
      await update(trx, refund, { wrong_emails: wrongEmails, paused_until })
      if (answer === "paused") await note(trx, refund, "refund.address_paused", null)
      return answer
    })
  }

  /** Stores what a shopper proposes; a changed proposal takes the approval back, and its destination with it. */
  propose(link: Link, proposal: NewProposal): Promise<ProposalDecision> {
    return this.knex.transaction(async (trx): Promise<ProposalDecision> => {
      const refund = await this.lock(trx, link)
      if (!refund) return { kind: "refused", refusal: LINK_ENDED }
      const is_address_signed = proposal.is_address_signed && proposal.link_nonce === refund.link_nonce
      const signed = { is_address_signed, link_nonce: is_address_signed ? newNonce() : refund.link_nonce }
      const now = await clockTime(trx)
      const decision = decideProposal(refund, proposal, { isSigned: is_address_signed, now })
      if (decision.kind === "sign") await update(trx, refund, signed)
      if (decision.kind !== "store") return decision
      const address_revision = refund.address_revision + 1
      const action = address_revision === 1 ? "refund.address_proposed" : "refund.address_changed"
      await archiveApproved(trx, refund, null)
      await change(trx, refund, action, null, {
        ...{ ...proposal, ...signed, address_state: "proposed", address_revision },
        ...{ proposed_at: trx.fn.now(), decision_note: null, destination_id: null },
      })
      const { id: refund_id, payment_id, link_id: request_id } = refund
      const data = { refund_id, payment_id, request_id, revision: address_revision }
      await addToOutbox(trx, [{ subject: refund_id, name: REFUND_ADDRESS_PROPOSED, data }])
      return decision
    })
  }

  /** Makes the destination that takes this refund only. `read` is what the approver has read. */
  approve(
    link: Link,
    read: { address: string; memo: string },
    { actor, owner }: { actor: AddressActor; owner: AddressOwner }
  ): Promise<AddressRefusal | null> {
    return this.knex.transaction(async (trx) => {
      const refund = await this.lock(trx, link)
      if (!refund) return LINK_ENDED
      const involved = [refund.link_made_by, refund.link_made_by_owner]
      const by = { actor, involved, approval: approvalOn(owner.chain, this.options.payouts.approval) }
      const refusal = reasonAgainstApprovingAddress(refund, read, by)
      if (refusal) return refusal
      const { environment, business_id, network_id, payment_id, address, has_no_memo } = refund
      const { is_observed_sender, ...made } = owner
      const approved = {
        ...{ id: refund.link_id, created_by: refund.link_made_by, refund_id: refund.id, payment_id },
        ...{ environment, business_id, network_id, address, memo: refund.address_memo, has_no_memo },
        ...{ checksum: refund.address_checksum, is_observed_sender },
      }
      // The maker of the link has seen its token.
      const isSecond = actor.type === "user" && !involved.includes(actor.id)
      const destination_id = await insertSingleUse(trx, approved, { ...made, actorId: actor.id, isSecond })
      const columns = { address_state: "approved", destination_id } as const
      await change(trx, refund, "refund.address_approved", actor.id, columns)
      return null
    })
  }

  /** What was approved and is not confirmed yet is no destination any more. @returns why not, or null */
  decline(link: Link, actorId: string, decision_note: string): Promise<AddressRefusal | null> {
    return this.knex.transaction(async (trx) => {
      const refund = await this.lock(trx, link)
      const refusal = refund ? reasonAgainstDecision(refund, "declined") : LINK_ENDED
      if (refusal || !refund) return refusal
      await archiveApproved(trx, refund, actorId)
      const columns = { address_state: "declined", decision_note, destination_id: null } as const
      await change(trx, refund, "refund.address_declined", actorId, columns)
      return null
    })
  }

  /** @returns undefined when a newer link took the place of this one, or Medusa took the refund back */
  private async lock(trx: Knex, { refund_id: id, link_id }: Link): Promise<LinkedRefund | undefined> {
    const refund = await this.rows(trx).where({ id }).forUpdate().first()
    return refund && hasLink(refund) && refund.link_id === link_id ? refund : undefined
  }

  private rows(knex = this.knex) {
    return ownRows<RefundRow>(knex, this.options, "onchain_refund")
  }
}

/** With an entry in the history of the refund. */
async function change(
  trx: Knex,
  refund: LinkedRefund,
  action: string,
  actorId: string | null,
  columns: Columns
): Promise<void> {
  await note(trx, refund, action, actorId, await update(trx, refund, columns))
}

async function update(
  trx: Knex,
  { id, environment, business_id }: RefundRow,
  columns: Columns
): Promise<LinkedRefund> {
  const [refund] = await trx<RefundRow>("onchain_refund")
    .where({ id, environment, business_id })
    .update({ ...columns, updated_at: trx.fn.now() })
    .returning("*")
  if (!refund || !hasLink(refund)) throw new Error(`refund ${id} is gone, although it was locked`)
  return refund
}

/** The destination of an approval that no longer counts. */
async function archiveApproved(
  trx: Knex,
  { destination_id }: RefundRow,
  actorId: string | null
): Promise<void> {
  if (destination_id !== null) await archiveSingleUse(trx, destination_id, actorId)
}

async function note(
  trx: Knex,
  refund: LinkedRefund,
  action: string,
  actorId: string | null,
  now?: RefundRow
): Promise<void> {
  const { address_state: state, destination_id } = refund
  const changed = now ?? refund
  const after = {
    ...{ request_id: refund.link_id, state: changed.address_state, revision: changed.address_revision },
    destination_id: changed.destination_id,
  }
  const before = now ? { state, destination_id } : null
  await noteAudit(trx, { ...refund, type: REFUND }, { action, actorId, before, after })
}

function newNonce(): string {
  return randomBytes(16).toString("hex")
}
