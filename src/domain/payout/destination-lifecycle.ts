import type { Choice, PayoutProblem } from "./payout-codes"
import { toChoice } from "./payout-codes"
import type { Approval } from "./payout-gate"

/** Whose account it is: the merchant's own, or that of a customer who is owed a refund. */
export const DESTINATION_PURPOSES = ["treasury", "refund"] as const
export type DestinationPurpose = (typeof DESTINATION_PURPOSES)[number]

/** What validating the address said about its checksum. */
export const DESTINATION_CHECKSUMS = ["verified", "absent"] as const
export type DestinationChecksum = (typeof DESTINATION_CHECKSUMS)[number]

/**
 * States of a destination. Money goes to approved ones only. One that was archived never comes back: the same address is
 * entered and approved anew.
 */
export const DESTINATION_STATES = ["pending", "approved", "archived"] as const
export type DestinationState = (typeof DESTINATION_STATES)[number]

/**
 * The state of a destination that counts under the approval of now. One that nobody but its creator approved waits again once
 * payouts take a second user: an approval given alone does not survive the switch.
 *
 * @param destination.has_second_approval whether another user than the one who added it has approved it
 */
export function countedDestinationState(
  { state, has_second_approval }: { state: DestinationState; has_second_approval: boolean },
  approval: Approval
): DestinationState {
  return state === "approved" && approval === "second_user" && !has_second_approval ? "pending" : state
}

/** Where a destination can go from each state. Nothing but its state and label ever changes. */
export const DESTINATION_TRANSITIONS = {
  pending: ["approved", "archived"],
  approved: ["archived"],
  archived: [],
} as const satisfies Record<DestinationState, readonly DestinationState[]>

/** Whether the lifecycle has the edge. Staying is not an edge. */
export function canDestinationMove(from: DestinationState, to: DestinationState): boolean {
  return (DESTINATION_TRANSITIONS[from] as readonly DestinationState[]).includes(to)
}

export const DESTINATION_ACTIONS = ["approve", "archive"] as const
export type DestinationAction = (typeof DESTINATION_ACTIONS)[number]

/** What decides which actions are possible, for whoever looks. */
export type DestinationChoiceFacts = {
  state: DestinationState
  /** Why they may not move money out, in words; null when they may. */
  refusal: string | null
  /** Why they may not approve it, in words; null when they may. @see reasonAgainstApproval */
  approvalRefusal: string | null
}

/** Which actions an operator has on a destination. */
export function destinationChoices(facts: DestinationChoiceFacts): Record<DestinationAction, Choice> {
  const { state, refusal, approvalRefusal } = facts
  const archived = state === "archived" ? "It is archived already. Add the address again to use it." : null
  const approved = state === "approved" ? "It is approved already." : null
  return {
    approve: toChoice(archived ?? approved ?? refusal ?? approvalRefusal),
    archive: toChoice(archived ?? refusal),
  }
}

/** What of a destination decides whether a payout can go to it. */
export type UsedDestination = {
  state: DestinationState
  purpose: DestinationPurpose
  customer_id: string | null
  /** Ours, of the refund it was entered for. */
  payment_id: string | null
  chain: string
  network_id: string
}

/** What somebody wants to pay to it: of the treasury, or of a customer's refund. */
export type DestinationUse =
  | { purpose: "treasury"; chain: string; networkId: string }
  | ({ purpose: "refund"; chain: string; networkId: string } & RefundOf)

/** Whose refund it is: Medusa's customer, where one is known, and our payment. */
export type RefundOf = { customerId: string | null; paymentId: string }

export type UseProblem = PayoutProblem<
  | "destination_not_approved"
  | "destination_archived"
  | "destination_wrong_network"
  | "destination_not_for_this"
>

/**
 * Why a payout cannot go to a destination of the address book.
 *
 * A customer's address takes that customer's refunds and nothing else. One of nobody who is known takes those of the payment
 * that it was entered for.
 *
 * @returns null when nothing speaks against it
 */
export function findUseProblem(destination: UsedDestination, use: DestinationUse): UseProblem | null {
  if (destination.state === "archived")
    return problem("destination_archived", "This destination is archived. Choose another one.")
  if (destination.purpose !== use.purpose) return problem("destination_not_for_this", WORDS[use.purpose])
  if (use.purpose === "refund" && !isOfSame(destination, use))
    return problem("destination_not_for_this", "This destination is for refunds of somebody else.")
  if (destination.chain !== use.chain || destination.network_id !== use.networkId)
    return problem(
      "destination_wrong_network",
      `This destination is on ${destination.network_id}, and the money is on ${use.networkId}.`
    )
  return destination.state === "approved"
    ? null
    : problem("destination_not_approved", "This destination waits to be approved.")
}

/** Whether a destination is of whom a refund is of: the same customer, or, where it is nobody's, the same payment. */
export function isOfSame(
  { customer_id, payment_id }: Pick<UsedDestination, "customer_id" | "payment_id">,
  { customerId, paymentId }: RefundOf
): boolean {
  return customer_id === null ? payment_id === paymentId : customer_id === customerId
}

const WORDS = {
  treasury: "This destination is of a customer, for refunds only.",
  refund: "This destination is for withdrawals of the treasury, not for refunds.",
} as const satisfies Record<DestinationPurpose, string>

function problem(code: UseProblem["code"], words: string): UseProblem {
  return { code, words }
}
