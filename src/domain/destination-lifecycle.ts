import type { Approval } from "./approval"

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
