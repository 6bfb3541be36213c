import { isResolved, resolutionToState, type DepositState, type ResolutionNames } from "./deposit-lifecycle"

/** What a list of the service means for a deposit that we know. */
export type ListVerdict =
  /** It is where we have it, or the list does not say. `isCurrent` tells whether the list describes it as it is. */
  { kind: "stay"; isCurrent: boolean } | { kind: "move"; to: DepositState }

const STATE_OF_EVENT: Readonly<Record<string, DepositState>> = {
  "deposit.review_required": "in_review",
  "deposit.assigned": "assigned",
  "deposit.accepted": "accepted",
  "deposit.refund_pending": "refund_pending",
  "deposit.refunded": "refunded",
  "deposit.refund_failed": "in_review",
}

/**
 * State that an event reports. It is a hint to look and moves nothing: a signature proves who sent it and not that it is true.
 *
 * @returns null when its words are not known
 */
export function reportedState(
  event: string,
  status: string | null,
  names: ResolutionNames
): DepositState | null {
  return STATE_OF_EVENT[event] ?? (status === null ? null : resolutionToState(status, names))
}

/**
 * Decides what a list of the service does to a deposit that is in `current`: a list is the present truth and moves it anywhere,
 * also out of an end that an event or our own record gave it.
 *
 * An action of ours that waits for its answer is ended by nothing but a resolution or its refund: that the deposit is in
 * review is what the action began with.
 *
 * @see service-interface "Deposit review"
 */
export function judgeListed(
  current: DepositState,
  status: string | null,
  names: ResolutionNames
): ListVerdict {
  const to = status === null ? null : resolutionToState(status, names)
  if (to === null) return { kind: "stay", isCurrent: !isResolved(current) }
  if (to === current) return { kind: "stay", isCurrent: true }
  if (current === "acting" && to === "in_review") return { kind: "stay", isCurrent: false }
  return { kind: "move", to }
}
