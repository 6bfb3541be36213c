import type { DepositAction, DepositState } from "./deposit-lifecycle"

/** What is known about a call that did not succeed. */
export type FailedAction = {
  code: string
  outcome: "not_applied" | "unknown"
  isRetryable: boolean
  /** Calls made for the action so far, this one included. */
  attempts: number
}

/** After this many calls without an answer, the list is asked what became of the deposit. */
const ATTEMPTS_BEFORE_LOOKING = 8

/**
 * Decides how an action goes on after a failed call.
 *
 * - `release`: certainly nothing happened, and repeating cannot help. The deposit is back in review.
 * - `repeat`: the same call again, with the same key.
 * - `look`: repeating cannot tell any more, so the list of deposits decides.
 *
 * A conflict says that the deposit is elsewhere, so it is looked for before an admin is sent away.
 * A request that is still being worked on must be waited for, however long.
 */
export function decideAfterFailure(failure: FailedAction): "release" | "repeat" | "look" {
  const { code, outcome, isRetryable, attempts } = failure
  if (code === "CONFLICT") return "look"
  if (outcome === "not_applied") return isRetryable ? "repeat" : "release"
  if (code === "IDEMPOTENCY_REQUEST_IN_PROGRESS") return "repeat"
  return isRetryable && attempts < ATTEMPTS_BEFORE_LOOKING ? "repeat" : "look"
}

/** Whether a deposit that is found in a state can have come there by our action. */
export function isResultOf(action: DepositAction, state: DepositState): boolean {
  if (action === "refund") return state === "refund_pending" || state === "refunded"
  return state === (action === "assign" ? "assigned" : "accepted")
}
