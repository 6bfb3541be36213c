import type { OnchainDestinationAction, OnchainDestinationState } from "../../types/http"

const STEPS = {
  pending: ["approve", "archive"],
  approved: ["archive"],
  archived: [],
} as const satisfies Record<OnchainDestinationState, readonly OnchainDestinationAction[]>

/**
 * What an operator is offered for a destination. Whether it is possible is the server's word.
 *
 * @param mayPayOut whether whoever looks may move money out
 */
export function offeredDestinationActions(
  state: OnchainDestinationState,
  mayPayOut: boolean
): OnchainDestinationAction[] {
  return mayPayOut ? [...STEPS[state]] : []
}
