import { createHash, timingSafeEqual } from "node:crypto"
import { reasonAgainstApproval, type Approval, type ApprovalProblem } from "../payout/payout-gate"
import type { RefundState } from "./refund-lifecycle"

/**
 * A link by which a shopper proposes where a refund goes. What is proposed pays nothing before a user
 * approves it; a change takes the approval back.
 */
export const ADDRESS_REQUEST_STATES = ["open", "proposed", "approved", "declined", "revoked"] as const
export type AddressRequestState = (typeof ADDRESS_REQUEST_STATES)[number]

/** Where a request can go from each state. A revoked one never comes back: a newer link took its place. */
export const ADDRESS_REQUEST_TRANSITIONS = {
  open: ["proposed", "revoked"],
  proposed: ["proposed", "approved", "declined", "revoked"],
  approved: ["proposed", "declined", "revoked"],
  declined: ["proposed", "revoked"],
  revoked: [],
} as const satisfies Record<AddressRequestState, readonly AddressRequestState[]>

/** `signed`: who proposed an address controls it. Who paid is another question. */
export const SIGNATURE_STATES = ["signed", "not_signed"] as const
export type SignatureState = (typeof SIGNATURE_STATES)[number]

export type ProposedAddress = { network_id: string; address: string; memo: string; has_no_memo: boolean }

export type AddressRequest = {
  state: AddressRequestState
  expires_at: Date
  /** Null until something is proposed. */
  network_id: string | null
  address: string | null
  /** Empty for none. */
  memo: string
  has_no_memo: boolean
  signature_state: SignatureState
  destination_id: string | null
}

/** The shopper can propose while nothing is confirmed: from then on money may leave. */
const CHANGEABLE: readonly RefundState[] = ["due", "quoted"]

export function isLinkOpen({ state, expires_at }: Pick<AddressRequest, "state" | "expires_at">, now: Date) {
  return state !== "revoked" && expires_at > now
}

/** The state as people see it: a link that nobody used in time has expired, that of a paid refund is used. */
export function shownAddressState(
  request: Pick<AddressRequest, "state" | "expires_at">,
  refundState: RefundState,
  now: Date
): AddressRequestState | "expired" | "used" {
  if (request.state === "revoked") return "revoked"
  if (refundState === "done") return "used"
  return request.state === "open" && request.expires_at <= now ? "expired" : request.state
}

export type AddressRefusal =
  | { code: "payout_confirmed" | "refund_done" }
  | { code: "link_ended" | "nothing_proposed" | "proposal_changed" }
  | { code: "already_decided"; state: "approved" | "declined" }
  | { code: "approval"; problem: ApprovalProblem }

/** Why nothing about the address of a refund can change any more. */
export function reasonAgainstAddress(refundState: RefundState): AddressRefusal | null {
  if (refundState === "done") return { code: "refund_done" }
  return CHANGEABLE.includes(refundState) ? null : { code: "payout_confirmed" }
}

export type ProposalDecision =
  /** `voids`: the destination of an approval that no longer counts. */
  | { kind: "store"; voids: string | null }
  /** The approved or waiting address was only signed. */
  | { kind: "sign" }
  /** A repetition, such as a double click. */
  | { kind: "same" }
  | { kind: "refused"; refusal: AddressRefusal }

/** Decides about what a shopper proposes. Runs under the lock of the refund. */
export function decideProposal(
  { request, refundState, now }: { request: AddressRequest; refundState: RefundState; now: Date },
  proposed: ProposedAddress,
  signature: SignatureState
): ProposalDecision {
  if (!isLinkOpen(request, now)) return { kind: "refused", refusal: { code: "link_ended" } }
  const against = reasonAgainstAddress(refundState)
  if (against) return { kind: "refused", refusal: against }
  const isKept = request.state === "proposed" || request.state === "approved"
  if (!isKept || !isSameAddress(request, proposed)) return { kind: "store", voids: request.destination_id }
  return { kind: signature === "signed" && request.signature_state !== "signed" ? "sign" : "same" }
}

function isSameAddress(request: AddressRequest, proposed: ProposedAddress): boolean {
  return (["network_id", "address", "memo", "has_no_memo"] as const).every(
    (part) => request[part] === proposed[part]
  )
}

export type AddressDecision =
  /** `isSecond`: the approver has not made the link, whose token its maker has seen. */
  | { kind: "approve"; isSecond: boolean }
  | { kind: "decline"; voids: string | null }
  | { kind: "refused"; refusal: AddressRefusal }

/**
 * Decides about an approval. Nobody in the store proposed the address, but the maker of the link has seen its
 * token: where payouts take a second user, another one approves.
 *
 * @param read what the approver has read; anything else is a conflict
 */
export function decideAddressApproval(
  { request, refundState }: { request: AddressRequest; refundState: RefundState },
  read: { address: string; memo: string },
  {
    actor,
    involved,
    approval,
  }: {
    actor: { id: string; type: string; ownerId?: string | null }
    involved: readonly (string | null)[]
    approval: Approval
  }
): AddressDecision {
  const problem = reasonAgainstApproval({ approval, actor, involved })
  const refusal = problem
    ? ({ code: "approval", problem } as const)
    : (reasonAgainstDecision(request, "approved") ?? reasonAgainstAddress(refundState))
  if (refusal) return { kind: "refused", refusal }
  if (request.address !== read.address || request.memo !== read.memo)
    return { kind: "refused", refusal: { code: "proposal_changed" } }
  return { kind: "approve", isSecond: actor.type === "user" && !involved.includes(actor.id) }
}

/** Decides about declining, also what was approved, as long as no payout to it is confirmed. */
export function decideDecline({
  request,
  refundState,
}: {
  request: AddressRequest
  refundState: RefundState
}): AddressDecision {
  const refusal = reasonAgainstDecision(request, "declined") ?? reasonAgainstAddress(refundState)
  return refusal ? { kind: "refused", refusal } : { kind: "decline", voids: request.destination_id }
}

/** Why an operator cannot decide about a request; null when they can. */
export function reasonAgainstDecision(
  { state }: Pick<AddressRequest, "state">,
  to: "approved" | "declined"
): AddressRefusal | null {
  const next: readonly AddressRequestState[] = ADDRESS_REQUEST_TRANSITIONS[state]
  if (next.includes(to)) return null
  if (state === "open") return { code: "nothing_proposed" }
  return state === "revoked" ? { code: "link_ended" } : { code: "already_decided", state: settledOf(state) }
}

function settledOf(state: AddressRequestState): "approved" | "declined" {
  return state === "approved" ? "approved" : "declined"
}

/** Wrong emails until the link pauses. */
export const MOST_WRONG_EMAILS = 5
export const EMAIL_PAUSE_MINUTES = 60

export type EmailDecision =
  { kind: "right" } | { kind: "paused" } | { kind: "wrong"; wrongEmails: number; isPaused: boolean }

/**
 * Decides about the email entered with a proposal. While a link pauses, the right one counts no more than a
 * wrong one: nothing is learned by trying.
 */
export function decideEmail(
  { wrong_emails, paused_until }: { wrong_emails: number; paused_until: Date | null },
  isRight: boolean,
  now: Date
): EmailDecision {
  if (paused_until !== null && paused_until > now) return { kind: "paused" }
  if (isRight) return { kind: "right" }
  const wrongEmails = wrong_emails + 1
  return wrongEmails >= MOST_WRONG_EMAILS
    ? { kind: "wrong", wrongEmails: 0, isPaused: true }
    : { kind: "wrong", wrongEmails, isPaused: false }
}

/** Compares without regard to case, in a time that says nothing about the email. */
export function isSameEmail(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other))
}

function digestOf(email: string): Buffer {
  return createHash("sha256").update(email.trim().normalize("NFC").toLowerCase()).digest()
}
