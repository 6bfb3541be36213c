import {
  canDepositReach,
  isResolved,
  resolutionToState,
  type DepositState,
  type ResolutionNames,
} from "./deposit-lifecycle"

/** What the service said about a deposit: in an event that may be old, or in a list that is the present truth. */
export type DepositSighting =
  { source: "event"; event: string; status: string | null } | { source: "list"; status: string | null }

/** What a sighting means for a deposit that we know. */
export type SightingVerdict =
  /** It is where we have it, or the sighting is out of date. `isCurrent` tells the two apart. */
  | { kind: "stay"; isCurrent: boolean }
  | { kind: "move"; to: DepositState }
  /** True only if the list of deposits in review agrees. */
  | { kind: "check"; to: "in_review" | "refund_pending" }
  /** It cannot be judged before the action under way has its answer. */
  | { kind: "wait" }

const STATE_OF_EVENT: Readonly<Record<string, DepositState>> = {
  "deposit.review_required": "in_review",
  "deposit.assigned": "assigned",
  "deposit.accepted": "accepted",
  "deposit.refund_pending": "refund_pending",
  "deposit.refunded": "refunded",
  "deposit.refund_failed": "in_review",
}

/** State that a sighting speaks of, or null when its words are not known. */
export function sightedState(sighting: DepositSighting, names: ResolutionNames): DepositState | null {
  const ofEvent = sighting.source === "event" ? STATE_OF_EVENT[sighting.event] : undefined
  return ofEvent ?? (sighting.status === null ? null : resolutionToState(sighting.status, names))
}

/**
 * Decides what a sighting does to a deposit that is in `current`.
 *
 * Events carry no time and no order. Most can only be true: what is assigned, accepted or refunded stays so.
 * Between review and refund a deposit goes to and fro, so there an event alone proves nothing and the
 * list is asked. An action of ours that waits for its answer is ended by nothing but a resolution.
 *
 * @see service-interface "Deposit review"
 */
export function judgeSighting(
  current: DepositState,
  sighting: DepositSighting,
  names: ResolutionNames
): SightingVerdict {
  const to = sightedState(sighting, names)
  if (to === null) return { kind: "stay", isCurrent: !isResolved(current) }
  if (to === current) return { kind: "stay", isCurrent: true }
  if (to === "acting" || !canDepositReach(current, to)) return { kind: "stay", isCurrent: false }
  if (isResolved(to)) return { kind: "move", to }
  if (current === "acting") return judgeWhileActing(to, sighting)
  if (sighting.source === "list") return { kind: "move", to }
  return { kind: "check", to }
}

/** The list may tell of a refund; that a deposit is in review is what the action began with. */
function judgeWhileActing(to: "in_review" | "refund_pending", sighting: DepositSighting): SightingVerdict {
  if (sighting.source === "list" && to === "refund_pending") return { kind: "move", to }
  const isFailure = sighting.source === "event" && sighting.event === "deposit.refund_failed"
  return isFailure ? { kind: "wait" } : { kind: "stay", isCurrent: false }
}
