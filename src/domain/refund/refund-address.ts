import { createHash, timingSafeEqual } from "node:crypto"
import { normalizeAddress } from "../../gateway/address"
import { recoverSigner, typedDataDigest, type TypedData } from "../typed-data"
import { type Approval, type ApprovalProblem, reasonAgainstApproval } from "../payout/payout-gate"
import type { RefundState } from "./refund-lifecycle"

/** What a shopper proposes pays nothing before a user approves it; a change takes the approval back. */
export const ADDRESS_STATES = ["open", "proposed", "approved", "declined"] as const
export type AddressState = (typeof ADDRESS_STATES)[number]

/** A refund with the link by which its customer proposes an address. */
export type LinkedAddress = {
  state: RefundState
  address_state: AddressState
  link_expires_at: Date
  address: string | null
  /** Empty for none. */
  address_memo: string
  has_no_memo: boolean
  /** Who proposed the address controls it. Who paid is another question. */
  is_address_signed: boolean
}

export type ProposedAddress = Pick<LinkedAddress, "address_memo" | "has_no_memo"> & { address: string }

export function isLinkOpen({ link_expires_at }: Pick<LinkedAddress, "link_expires_at">, now: Date) {
  return link_expires_at > now
}

/** The state as people see it: a link that nobody used in time has expired, that of a paid refund is used. */
export function shownAddressState(
  refund: Pick<LinkedAddress, "state" | "address_state" | "link_expires_at">,
  now: Date
): AddressState | "expired" | "used" {
  if (refund.state === "done") return "used"
  return refund.address_state === "open" && !isLinkOpen(refund, now) ? "expired" : refund.address_state
}

export type AddressRefusal =
  | { code: "payout_confirmed" | "refund_done" }
  | { code: "link_ended" | "nothing_proposed" | "proposal_changed" }
  | { code: "already_decided"; state: "approved" | "declined" }
  | { code: "approval"; problem: ApprovalProblem }

/** The customer can propose while no payout is confirmed: from then on money may leave. */
export function reasonAgainstAddress(state: RefundState): AddressRefusal | null {
  if (state === "done") return { code: "refund_done" }
  return state === "due" || state === "quoted" ? null : { code: "payout_confirmed" }
}

/** `sign`: the waiting or approved address was only signed. `same`: a repetition, such as a double click. */
export type ProposalDecision =
  { kind: "store" | "sign" | "same" } | { kind: "refused"; refusal: AddressRefusal }

export function decideProposal(
  refund: LinkedAddress,
  proposed: ProposedAddress,
  { isSigned, now }: { isSigned: boolean; now: Date }
): ProposalDecision {
  if (!isLinkOpen(refund, now)) return { kind: "refused", refusal: { code: "link_ended" } }
  const against = reasonAgainstAddress(refund.state)
  if (against) return { kind: "refused", refusal: against }
  const isKept = refund.address_state === "proposed" || refund.address_state === "approved"
  const parts = ["address", "address_memo", "has_no_memo"] as const
  if (!isKept || parts.some((part) => refund[part] !== proposed[part])) return { kind: "store" }
  return { kind: isSigned && !refund.is_address_signed ? "sign" : "same" }
}

type Approver = { id: string; type: string; ownerId?: string | null }

/** The maker of the link has seen its token: where payouts take a second user, another one approves. */
export function reasonAgainstApprovingAddress(
  refund: LinkedAddress,
  read: { address: string | null; memo: string },
  by: { actor: Approver; involved: readonly (string | null)[]; approval: Approval }
): AddressRefusal | null {
  const against = reasonAgainstDecision(refund, "approved")
  if (against) return against
  const problem = reasonAgainstApproval(by)
  if (problem) return { code: "approval", problem }
  const isAsRead = refund.address === read.address && refund.address_memo === read.memo
  return isAsRead ? null : { code: "proposal_changed" }
}

/** Why an operator cannot decide. What was approved can be declined until a payout to it is confirmed. */
export function reasonAgainstDecision(
  { state, address_state: current }: Pick<LinkedAddress, "state" | "address_state">,
  to: "approved" | "declined"
): AddressRefusal | null {
  if (current === "open") return { code: "nothing_proposed" }
  if (current === "declined" || current === to) return { code: "already_decided", state: current }
  return reasonAgainstAddress(state)
}

const MOST_WRONG_EMAILS = 5

/**
 * While a link pauses, the right email counts no more than a wrong one: nothing is learned by trying.
 *
 * @returns `wrongEmails`: the count to store; null where nothing changes
 */
export function decideEmail(
  { wrong_emails, paused_until }: { wrong_emails: number; paused_until: Date | null },
  isRight: boolean,
  now: Date
): { answer: "right" | "wrong" | "paused"; wrongEmails: number | null } {
  if (paused_until !== null && paused_until > now) return { answer: "paused", wrongEmails: null }
  if (isRight) return { answer: "right", wrongEmails: null }
  const wrongEmails = wrong_emails + 1
  if (wrongEmails >= MOST_WRONG_EMAILS) return { answer: "paused", wrongEmails: 0 }
  return { answer: "wrong", wrongEmails }
}

/** Compares without regard to case, in a time that says nothing about the email. */
export function isSameEmail(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other))
}

function digestOf(email: string): Buffer {
  return createHash("sha256").update(email.trim().normalize("NFC").toLowerCase()).digest()
}

export type AddressClaim = {
  host: string
  refundId: string
  address: string
  chainId: number
  /** Of the link, and another one after each use. */
  nonce: string
  expiry: number
}

const DOMAIN = { name: "Refund address", version: "1" }

const CLAIM = [
  { name: "host", type: "string" },
  { name: "refund", type: "string" },
  { name: "address", type: "address" },
  { name: "chainId", type: "uint256" },
  { name: "nonce", type: "string" },
  { name: "expiry", type: "uint256" },
] as const

/** For `eth_signTypedData_v4`. The chain is no part of the domain: a wallet need not switch to it. */
export function typedDataOf({ refundId, ...claim }: AddressClaim) {
  return {
    domain: DOMAIN,
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "version", type: "string" },
      ],
      RefundAddress: CLAIM,
    },
    primaryType: "RefundAddress",
    message: { ...claim, refund: refundId },
  } satisfies TypedData
}

/** Whether the owner of the claimed address signed the claim. */
export function isSigned(claim: AddressClaim, signature: string): boolean {
  return (
    recoverSigner(typedDataDigest(typedDataOf(claim)), signature) === normalizeAddress("evm", claim.address)
  )
}
