import { normalizeAddress, validateAddress } from "../../gateway/address"
import { parseCanonicalAssetId } from "../../gateway/asset"
import type { Network, Token } from "../../gateway/contract"
import { isTestNetwork } from "../payment/rails"
import {
  type AddressFormProblem,
  findAddressProblem,
  findMemoProblem,
  findTextProblem,
  type MemoProblem,
  type TextProblem,
  toKnownChain,
} from "./address-problem"
import { type Approval, type ApprovalProblem, type PayoutRefusal, reasonAgainstApproval } from "./payout-gate"

/** Whose account it is: the merchant's own, or that of a customer who is owed a refund. */
export const DESTINATION_PURPOSES = ["treasury", "refund"] as const
export type DestinationPurpose = (typeof DESTINATION_PURPOSES)[number]

export const DESTINATION_CHECKSUMS = ["verified", "absent"] as const

/**
 * Money goes to approved destinations only. An archived one never comes back: the address is entered and
 * approved again.
 */
export const DESTINATION_STATES = ["pending", "approved", "archived"] as const
export type DestinationState = (typeof DESTINATION_STATES)[number]

/**
 * The state of a destination under the current approval rule. Once payouts take a second user, one that only
 * its creator approved waits again.
 *
 * @param destination.has_second_approval another user than its creator approved it
 */
export function countedDestinationState(
  { state, has_second_approval }: { state: DestinationState; has_second_approval: boolean },
  approval: Approval
): DestinationState {
  return state === "approved" && approval === "second_user" && !has_second_approval ? "pending" : state
}

/** Where a destination can go from each state. Only its state and label ever change. */
const DESTINATION_TRANSITIONS = {
  pending: ["approved", "archived"],
  approved: ["archived"],
  archived: [],
} as const satisfies Record<DestinationState, readonly DestinationState[]>

export function canDestinationMove(from: DestinationState, to: DestinationState): boolean {
  return (DESTINATION_TRANSITIONS[from] as readonly DestinationState[]).includes(to)
}

/** Why an action changes nothing: the actor may not approve, or the destination is in that state already. */
export type DestinationRefusal =
  { reason: "not_allowed"; problem: ApprovalProblem } | { reason: "already_done"; state: DestinationState }

export type DestinationDecision =
  { kind: "move"; isSecond: boolean } | { kind: "refused"; refusal: DestinationRefusal }

/**
 * Decides about an approval. One that only its creator approved takes another, once payouts take a second user.
 *
 * @param approval what payouts take now
 * @returns `isSecond`: the approver has neither added the destination nor made the key that did
 */
export function decideApproval(
  destination: {
    state: DestinationState
    has_second_approval: boolean
    created_by: string
    created_by_owner: string | null
  },
  actor: { id: string; type: string; ownerId?: string | null },
  approval: Approval
): DestinationDecision {
  const involved = [destination.created_by, destination.created_by_owner]
  const problem = reasonAgainstApproval({ approval, actor, involved })
  if (problem) return { kind: "refused", refusal: { reason: "not_allowed", problem } }
  const isSecond = actor.type === "user" && !involved.includes(actor.id)
  return decideMove(countedDestinationState(destination, approval), "approved", isSecond)
}

/** Decides about an archiving. */
export function decideArchiving({ state }: { state: DestinationState }): DestinationDecision {
  return decideMove(state, "archived", false)
}

function decideMove(from: DestinationState, to: DestinationState, isSecond: boolean): DestinationDecision {
  return canDestinationMove(from, to)
    ? { kind: "move", isSecond }
    : { kind: "refused", refusal: { reason: "already_done", state: from } }
}

type DestinationAction = "approve" | "archive"

export type DestinationChoiceFacts = {
  state: DestinationState
  /** Why the actor may not move money out; null when they may. */
  refusal: PayoutRefusal | null
  /** Why the actor may not approve it; null when they may. @see reasonAgainstApproval */
  approvalRefusal: ApprovalProblem | null
}

export type DestinationObstacle = { code: "archived" | "approved" } | PayoutRefusal | ApprovalProblem

/** What stands against each action; null where it is possible. */
export function destinationChoices(
  facts: DestinationChoiceFacts
): Record<DestinationAction, DestinationObstacle | null> {
  const { state, refusal, approvalRefusal } = facts
  const archived = state === "archived" ? { code: state } : null
  const approved = state === "approved" ? { code: state } : null
  return {
    approve: archived ?? approved ?? refusal ?? approvalRefusal,
    archive: archived ?? refusal,
  }
}

export type UsedDestination = {
  state: DestinationState
  purpose: DestinationPurpose
  customer_id: string | null
  /** The payment of the refund it was entered for. */
  payment_id: string | null
  /** Takes this refund only; null for an address of the book. */
  single_use_refund_id: string | null
  chain: string
  network_id: string
}

/** A payout to it: of the treasury, or of a customer's refund. */
export type DestinationUse =
  | { purpose: "treasury"; chain: string; networkId: string }
  | ({ purpose: "refund"; chain: string; networkId: string } & RefundOf)

/** Medusa's customer, where known, our payment, and the refund itself. */
export type RefundOf = { customerId: string | null; paymentId: string; refundId: string }

export type UseProblem =
  | { code: "destination_not_approved" | "destination_archived" }
  | { code: "destination_wrong_network"; networkId: string; moneyNetworkId: string }
  | {
      code: "destination_not_for_this"
      reason: "of_a_customer" | "of_the_treasury" | "of_another_customer" | "of_another_refund"
    }

/**
 * Why a payout cannot go to a destination.
 *
 * A customer's address takes that customer's refunds only; a guest's takes those of the payment that it was
 * entered for.
 */
export function findUseProblem(destination: UsedDestination, use: DestinationUse): UseProblem | null {
  const { state, purpose, chain, network_id: networkId } = destination
  if (state === "archived") return { code: "destination_archived" }
  if (purpose !== use.purpose)
    return {
      code: "destination_not_for_this",
      reason: purpose === "refund" ? "of_a_customer" : "of_the_treasury",
    }
  if (use.purpose === "refund" && isOfAnotherRefund(destination, use))
    return { code: "destination_not_for_this", reason: "of_another_refund" }
  if (use.purpose === "refund" && !isOfSame(destination, use))
    return { code: "destination_not_for_this", reason: "of_another_customer" }
  if (chain !== use.chain || networkId !== use.networkId)
    return { code: "destination_wrong_network", networkId, moneyNetworkId: use.networkId }
  return state === "approved" ? null : { code: "destination_not_approved" }
}

function isOfAnotherRefund(
  { single_use_refund_id: only }: Pick<UsedDestination, "single_use_refund_id">,
  { refundId }: RefundOf
): boolean {
  return only !== null && only !== refundId
}

/** Whether a destination and a refund have the same customer or, for guests, the same payment. */
export function isOfSame(
  { customer_id, payment_id }: Pick<UsedDestination, "customer_id" | "payment_id">,
  { customerId, paymentId }: Pick<RefundOf, "customerId" | "paymentId">
): boolean {
  return customer_id === null ? payment_id === paymentId : customer_id === customerId
}

export type DestinationProblem =
  | { code: "unknown_network"; networkId: string }
  | { code: "test_network" | "unknown_chain"; networkName: string }
  | { code: "burn" }
  | { code: "token_contract"; token: string }
  /** `suggestion`: the account and memo that the address stands for. */
  | { code: "muxed"; suggestion: { address: string; memo: string } }
  | TextProblem
  | AddressFormProblem
  | MemoProblem

export type EnteredDestination = {
  chain: string
  networkId: string
  address: string
  /** Empty or absent for none. */
  memo: string | undefined
  /** The operator confirms that the receiver needs none; counts on Stellar only. */
  hasNoMemo: boolean
  network: Network | undefined
  tokens: readonly Token[]
  environment: "live" | "sandbox"
}

/** Money sent to an address of the store at the provider would come back as a payment. */
export const OWN_ADDRESS = { code: "own_address" } as const

/** Addresses whose money is lost. */
const BURNT: readonly string[] = [
  "0x0000000000000000000000000000000000000000",
  "0x000000000000000000000000000000000000dEaD",
  "11111111111111111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
  "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF",
]

/**
 * Why money cannot be paid out to an address. Approving a destination is what confirms who holds it.
 *
 * @see EIP-55; SEP-23 (strkey)
 */
export function findDestinationProblem(entered: EnteredDestination): DestinationProblem | null {
  const { chain, address, network } = entered
  const networkName = network?.name ?? entered.networkId
  const problem = findNetworkProblem(entered) ?? findTextProblem(address)
  if (problem) return problem
  const known = toKnownChain(chain)
  if (known === undefined) return { code: "unknown_chain", networkName }
  return (
    findAddressProblem(known, address, networkName) ??
    findReceiverProblem(entered) ??
    findMemoProblem({ ...entered, networkName }) ??
    findMuxedProblem(chain, address)
  )
}

function findNetworkProblem({
  network,
  networkId,
  environment,
}: EnteredDestination): DestinationProblem | null {
  if (network === undefined) return { code: "unknown_network", networkId }
  return environment === "live" && isTestNetwork(network)
    ? { code: "test_network", networkName: network.name ?? networkId }
    : null
}

function findReceiverProblem({ chain, address, tokens }: EnteredDestination): DestinationProblem | null {
  const normalized = accountOf(chain, address)
  if (BURNT.includes(normalized)) return { code: "burn" }
  const token = tokens.find((one) => one.chain === chain && isHeldBy(one, normalized))
  return token === undefined ? null : { code: "token_contract", token: token.token }
}

/** Whether an address is the token's own contract, on this network or another one of the chain. */
function isHeldBy(
  { chain, contractAddress, tokenMint, issuerAddress, canonicalAssetId }: Token,
  address: string
): boolean {
  const canonical = canonicalAssetId === undefined ? undefined : parseCanonicalAssetId(canonicalAssetId)
  const named = canonical?.chain === "stellar" ? canonical.issuer : canonical?.mint
  return [contractAddress, tokenMint, issuerAddress, named].some(
    (one) => typeof one === "string" && normalizeAddress(chain, one) === address
  )
}

function findMuxedProblem(chain: string, address: string): DestinationProblem | null {
  const muxed = muxedOf(chain, address)
  if (muxed === undefined) return null
  const { account, id } = muxed
  return { code: "muxed", suggestion: { address: account, memo: id } }
}

function accountOf(chain: string, address: string): string {
  return muxedOf(chain, address)?.account ?? normalizeAddress(chain, address)
}

function muxedOf(chain: string, address: string): { account: string; id: string } | undefined {
  const validation = validateAddress({ chain, address })
  return validation.kind === "valid" ? validation.muxed : undefined
}
