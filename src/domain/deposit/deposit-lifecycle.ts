/**
 * States of a deposit. `processing`: an admin chose an action whose answer is not stored yet; it is finished
 * by repeating the call with the same key.
 */
export const DEPOSIT_STATES = [
  "in_review",
  "processing",
  "assigned",
  "accepted",
  "refund_pending",
  "refunded",
] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

/**
 * Where a deposit goes from each state. It can also be resolved in the provider's dashboard, so `in_review`
 * leads everywhere; a failed refund comes back. A list of the provider moves it anywhere.
 *
 * @see judgeListed
 * @see service-interface "Deposit review"
 */
export const DEPOSIT_TRANSITIONS = {
  in_review: ["processing", "assigned", "accepted", "refund_pending", "refunded"],
  processing: ["in_review", "assigned", "accepted", "refund_pending", "refunded"],
  assigned: [],
  accepted: [],
  refund_pending: ["in_review", "refunded"],
  refunded: [],
} as const satisfies Record<DepositState, readonly DepositState[]>

/** What an event can report of a deposit; `unknown` when no list of the provider has it any more. */
export const REPORTED_STATES = [
  "in_review",
  "assigned",
  "accepted",
  "refund_pending",
  "refunded",
  "unknown",
] as const
export type ReportedState = (typeof REPORTED_STATES)[number]

/** What an admin can do with a deposit in review. */
export const DEPOSIT_ACTIONS = ["assign", "accept", "refund"] as const
export type DepositAction = (typeof DEPOSIT_ACTIONS)[number]

/** State an action leads to when the provider agrees. */
export const STATE_AFTER = {
  assign: "assigned",
  accept: "accepted",
  refund: "refund_pending",
} as const satisfies Record<DepositAction, DepositState>

/**
 * Reads the state a resolution status stands for.
 *
 * @returns null for an unknown status: it is shown as it is and moves nothing
 */
export function resolutionToState(status: string): DepositState | null {
  if (status === "review_required") return "in_review"
  const isEnd = status === "assigned" || status === "accepted" || status === "refunded"
  return isEnd || status === "refund_pending" ? status : null
}

/** Final states: only a list of the provider leads out. */
type ResolvedState = {
  [S in DepositState]: (typeof DEPOSIT_TRANSITIONS)[S] extends readonly [] ? S : never
}[DepositState]

export function isResolved(state: DepositState): state is ResolvedState {
  return DEPOSIT_TRANSITIONS[state].length === 0
}

type ListVerdict =
  /** It is where we have it, or the list does not say. `isCurrent`: the list describes its present state. */
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
 * State that an event reports. It is only a hint to look: a signature proves the sender, not the content.
 *
 * @returns null for unknown words
 */
export function reportedState(event: string, status: string | null): DepositState | null {
  return STATE_OF_EVENT[event] ?? (status === null ? null : resolutionToState(status))
}

/**
 * Decides whether an event's report replaces the one that a deposit keeps until a list confirms it.
 *
 * Events arrive in any order. A report of a final state therefore gives way only to another final state.
 *
 * @param current the state we have, and the report that no list has confirmed yet, if any
 */
export function isReportStored(
  current: { state: DepositState; reported: ReportedState | null },
  to: DepositState
): boolean {
  if (to === current.state) return false
  // Our own action began with the deposit in review, so this event is older.
  if (to === "in_review" && current.state === "processing") return false
  return isResolved(to) || current.reported === null || !isFinalReport(current.reported)
}

function isFinalReport(reported: ReportedState): boolean {
  return reported !== "unknown" && isResolved(reported)
}

/**
 * Decides where a list of the provider moves a deposit. A list shows the present and moves it anywhere, also
 * out of a final state.
 *
 * Only a resolution or a refund ends an action of ours that waits for its answer: it began with the deposit
 * in review.
 *
 * @see service-interface "Deposit review"
 */
export function judgeListed(current: DepositState, status: string | null): ListVerdict {
  const to = status === null ? null : resolutionToState(status)
  if (to === null) return { kind: "stay", isCurrent: !isResolved(current) }
  if (to === current) return { kind: "stay", isCurrent: true }
  if (current === "processing" && to === "in_review") return { kind: "stay", isCurrent: false }
  return { kind: "move", to }
}

export type ActionFacts = {
  state: DepositState
  /** Whether a list of the provider shows it as it stands here. */
  isConfirmed: boolean
  assignmentStatus: string | null
  isSupported: boolean | null
  hasCustomer: boolean
  hasSender: boolean
  hasPayoutKey: boolean
  /** Intents of the open payments that the deposit can be assigned to. */
  candidates: readonly string[]
  /** How far amounts may differ from a payment's for it to be a candidate, in basis points. */
  toleranceBps: number
}

export type ActionRefusal =
  | { code: "unconfirmed" }
  | { code: "under_way" }
  | { code: "resolved"; state: DepositState }
  | { code: "refund_pending" }
  | { code: "unsupported_asset"; action: "assign" | "accept" }
  | { code: "nothing_left" }
  | { code: "no_customer" }
  | { code: "no_candidate"; toleranceBps: number }
  | { code: "not_a_candidate" }
  | { code: "no_payout_key" }
  | { code: "unknown_sender" }

/**
 * Why an action on a deposit is not possible, by what is known here. The provider decides in the end.
 *
 * @returns null when it is possible
 * @see service-interface "Deposit review"
 */
export function findActionRefusal(action: DepositAction, facts: ActionFacts): ActionRefusal | null {
  if (facts.state !== "in_review") return refusalOfState(facts.state)
  if (!facts.isConfirmed) return { code: "unconfirmed" }
  if (action === "refund") {
    if (!facts.hasPayoutKey) return { code: "no_payout_key" }
    return facts.hasSender ? null : { code: "unknown_sender" }
  }
  const { assignmentStatus, isSupported, candidates, toleranceBps } = facts
  if (isSupported === false || assignmentStatus === "review_required_unsupported_asset")
    return { code: "unsupported_asset", action }
  if (assignmentStatus === "review_required_non_positive_net") return { code: "nothing_left" }
  if (action === "accept") return null
  if (!facts.hasCustomer) return { code: "no_customer" }
  return candidates.length > 0 ? null : { code: "no_candidate", toleranceBps }
}

function refusalOfState(state: Exclude<DepositState, "in_review">): ActionRefusal {
  if (state === "processing") return { code: "under_way" }
  return isResolved(state) ? { code: "resolved", state } : { code: "refund_pending" }
}

/** What an operator chooses. The intent belongs to an assignment. */
export type ActionChoice = { action: DepositAction; intentId: string | null }

type ActionDecision =
  | { kind: "begin" }
  /** The same action again, under the same key: no process is calling the provider for it. */
  | { kind: "resume" }
  /** Another operator or the provider was faster. */
  | { kind: "conflict" }
  | { kind: "refused"; refusal: ActionRefusal }

/**
 * Decides what an operator's choice does to a deposit whose row is locked.
 *
 * @param underWay action of the row; `isLeased` while a process calls the provider for it
 */
export function decideAction(
  choice: ActionChoice,
  facts: ActionFacts,
  underWay: { action: DepositAction | null; intentId: string | null; isLeased: boolean }
): ActionDecision {
  if (facts.state !== "in_review") {
    const isSame = underWay.action === choice.action && underWay.intentId === choice.intentId
    return { kind: facts.state === "processing" && isSame && !underWay.isLeased ? "resume" : "conflict" }
  }
  const refusal = findActionRefusal(choice.action, facts)
  if (refusal) return { kind: "refused", refusal }
  if (choice.action === "assign" && !facts.candidates.includes(choice.intentId ?? ""))
    return { kind: "refused", refusal: { code: "not_a_candidate" } }
  return { kind: "begin" }
}

type ActionCall = { action_key: string | null; action_attempts: number }

/**
 * Whether the outcome of a call may still be stored: a success while its action is under way, a refusal only
 * from the latest call, since a later one may succeed.
 */
export function isOutcomeCurrent(
  deposit: ActionCall & { state: DepositState },
  call: ActionCall,
  isRefusal: boolean
): boolean {
  if (deposit.state !== "processing" || deposit.action_key !== call.action_key) return false
  return !isRefusal || deposit.action_attempts === call.action_attempts
}

export type FailedAction = {
  code: string
  /** Undefined when no response was read. */
  status: number | undefined
  outcome: "not_applied" | "unknown"
  isRetryable: boolean
  /** Calls made for the action so far, this one included. */
  attempts: number
}

const CONFLICT_STATUS = 409
/** After this many calls without an answer, the list decides what became of the deposit. */
const ATTEMPTS_BEFORE_LOOKING = 8

/**
 * Decides how an action goes on after a failed call.
 *
 * - `release`: nothing happened, and repeating cannot help. The deposit is back in review.
 * - `repeat`: the same call again, with the same key.
 * - `look`: repeating shows nothing more, so the list of deposits decides. A conflict means that the deposit
 *   is elsewhere. So may any refusal of a repetition: the first call may be why.
 *
 * A request that the provider is still working on is repeated however long it takes.
 */
export function decideAfterFailure(failure: FailedAction): "release" | "repeat" | "look" {
  const { code, status, outcome, isRetryable, attempts } = failure
  if (code === "CONFLICT" || (status === CONFLICT_STATUS && outcome === "not_applied")) return "look"
  if (outcome === "not_applied" && isRetryable) return "repeat"
  if (outcome === "not_applied") return attempts > 1 ? "look" : "release"
  if (code === "IDEMPOTENCY_REQUEST_IN_PROGRESS") return "repeat"
  return isRetryable && attempts < ATTEMPTS_BEFORE_LOOKING ? "repeat" : "look"
}

/** Whether a deposit in this state can have come there by our action. */
export function isResultOf(action: DepositAction, state: DepositState): boolean {
  if (action === "refund") return state === "refund_pending" || state === "refunded"
  return state === (action === "assign" ? "assigned" : "accepted")
}
