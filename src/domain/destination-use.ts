import type { DestinationPurpose, DestinationState } from "./destination-lifecycle"
import type { PayoutProblem } from "./payout-codes"

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
