import { toChoice, type Choice } from "./choice"
import type { DestinationState } from "./destination-lifecycle"

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
