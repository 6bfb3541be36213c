import type { InferTypeOf } from "@medusajs/framework/types"
import type { AddressRefusal, ProposedAddress, SignatureState } from "../../../domain/refund/refund-address"
import type OnchainRefundAddress from "../models/refund-address"

export type RefundAddressRow = InferTypeOf<typeof OnchainRefundAddress>

/** A proposal that an operator decides about: once money may have left, nobody can. */
export const IS_PROPOSED = `state = 'proposed' AND EXISTS (SELECT 1 FROM onchain_refund AS refund
  WHERE refund.id = onchain_refund_address.refund_id AND refund.state IN ('due', 'quoted') AND refund.deleted_at IS NULL)`

/** A refund whose address nobody has to decide about, so that it needs attention once. */
export const WITHOUT_PROPOSAL = `NOT EXISTS (SELECT 1 FROM onchain_refund_address AS proposal
  WHERE proposal.refund_id = onchain_refund.id AND proposal.state = 'proposed' AND proposal.deleted_at IS NULL)`

export type AddressActor = { id: string; type: string; ownerId: string | null }

export type NewProposal = ProposedAddress & {
  checksum: "verified" | "absent"
  is_observed_sender: boolean
  signature: string | null
  signature_state: SignatureState
  /** The nonce that was read before the signature was verified: another one is a replay. */
  nonce: string
}

/** Of the refund that an approved address is for. */
export type AddressOwner = {
  label: string
  customer_id: string | null
  order_id: string | null
  chain: string
}

export type AddressResult =
  { kind: "done"; row: RefundAddressRow } | { kind: "refused"; refusal: AddressRefusal }
