import type { Invoice } from "../../gateway/contract"
import { ASSIGNMENT_STATUSES } from "../../gateway/contract/payments"
import { doublingPause } from "../inbox/delivery"
import { isSettledStatus } from "../payment/payment-status"

/**
 * `processing`: the answer to an admin's action is not stored yet; the call is repeated with the same key. `income`: never in review,
 * because the provider recorded it as a paid invoice without an order, whose identifier it has.
 */
export const DEPOSIT_STATES = [
  "in_review",
  "processing",
  "assigned",
  "accepted",
  "refund_pending",
  "refunded",
  "income",
] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

/** `in_review` leads everywhere, as the provider's dashboard resolves deposits too. A list of the provider moves one anywhere. */
export const DEPOSIT_TRANSITIONS = {
  in_review: ["processing", "assigned", "accepted", "refund_pending", "refunded"],
  processing: ["in_review", "assigned", "accepted", "refund_pending", "refunded"],
  assigned: [],
  accepted: [],
  refund_pending: ["in_review", "refunded"],
  refunded: [],
  income: [],
} as const satisfies Record<DepositState, readonly DepositState[]>

/** States of money that the merchant keeps and that no order has. */
export const INCOME_STATES = ["income", "accepted"] as const satisfies readonly DepositState[]

export type InvoiceFacts = Pick<Invoice, "status" | "autoDepositAssignmentStatus" | "externalOrderId"> & {
  /** A payment of ours has the invoice, or owes it back. */
  isOfPayment: boolean
  /** It was paid to an address of a customer of ours. */
  isOfCustomer: boolean
  /** A list of the provider has, or had, the same transfer in review. */
  hasDeposit: boolean
}

/**
 * What an invoice is that names no order of ours. The service makes paid invoices without an order in the mode `ledger_only`; one of an
 * unmatched deposit is in review, so its deposit counts, and an address that is not ours belongs to another shop of the business.
 *
 * @see service-interface "Auto Deposit Intent", rules 4 and 5
 */
export function judgeInvoice(facts: InvoiceFacts): "unsettled" | "order" | "review" | "stranger" | "income" {
  const { status, autoDepositAssignmentStatus: assignment, externalOrderId } = facts
  if (!isSettledStatus(status)) return "unsettled"
  if (facts.isOfPayment || assignment === "matched") return "order"
  if (assignment === undefined && externalOrderId !== undefined) return "order"
  if (facts.hasDeposit || ASSIGNMENT_STATUSES.some((known) => known === assignment)) return "review"
  return facts.isOfCustomer ? "income" : "stranger"
}

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

export const DEPOSIT_ACTIONS = ["assign", "accept", "refund"] as const
export type DepositAction = (typeof DEPOSIT_ACTIONS)[number]

export const STATE_AFTER = {
  assign: "assigned",
  accept: "accepted",
  refund: "refund_pending",
} as const satisfies Record<DepositAction, DepositState>

/** Null for an unknown status: it is shown as it is and moves nothing. */
export function resolutionToState(status: string | null | undefined): DepositState | null {
  if (status === "review_required") return "in_review"
  const isEnd = status === "assigned" || status === "accepted" || status === "refunded"
  return isEnd || status === "refund_pending" ? status : null
}

/** Final states: only a list of the provider leads out. */
export function isResolved(state: DepositState): boolean {
  return DEPOSIT_TRANSITIONS[state].length === 0
}

const STATE_OF_EVENT: Readonly<Record<string, DepositState>> = {
  "deposit.review_required": "in_review",
  "deposit.assigned": "assigned",
  "deposit.accepted": "accepted",
  "deposit.refund_pending": "refund_pending",
  "deposit.refunded": "refunded",
  "deposit.refund_failed": "in_review",
}

/** Only a hint to look: a signature proves the sender, not the content. */
export function reportedState(event: string, status: string | null): DepositState | null {
  return STATE_OF_EVENT[event] ?? resolutionToState(status)
}

/** Events arrive in any order, so a report of a final state gives way only to another final state. */
export function isReportStored(
  current: { state: DepositState; reported: ReportedState | null },
  to: DepositState
): boolean {
  if (to === current.state) return false
  // Our own action began with the deposit in review, so this event is older.
  if (to === "in_review" && current.state === "processing") return false
  const { reported } = current
  return isResolved(to) || reported === null || reported === "unknown" || !isResolved(reported)
}

/** `unknown` where the list does not say: our action began in review, so only a resolution or a refund ends it. */
export function judgeListed(
  current: DepositState,
  status: string | null
): DepositState | "current" | "unknown" {
  const to = resolutionToState(status)
  if (to === null) return isResolved(current) ? "unknown" : "current"
  if (to === current) return "current"
  return current === "processing" && to === "in_review" ? "unknown" : to
}

export type ActionFacts = {
  state: DepositState
  confirmed_at: Date | null
  reported_state: ReportedState | null
  assignment_status: string | null
  is_supported: boolean | null
  customer_id: string | null
  from_address: string | null
}

/** Whether a list of the provider shows the deposit as stored, with nothing reported since. */
export function isConfirmed({
  confirmed_at,
  reported_state,
}: Pick<ActionFacts, "confirmed_at" | "reported_state">): boolean {
  return confirmed_at !== null && reported_state === null
}

/** `candidates`: intents of the open payments that the deposit can be assigned to. */
export type ActionSurroundings = { candidates: readonly string[]; hasPayoutKey: boolean }

export type ActionRefusal =
  | { code: "resolved"; state: DepositState }
  | {
      code:
        "unsupported_asset" | "unconfirmed" | "under_way" | "refund_pending" | "nothing_left" | "no_customer"
    }
  | { code: "no_candidate" | "not_a_candidate" | "no_payout_key" | "unknown_sender" }

/** Why an action is not possible, by what is known here; the provider decides in the end. */
export function findActionRefusal(
  action: DepositAction,
  deposit: ActionFacts,
  { candidates, hasPayoutKey }: ActionSurroundings
): ActionRefusal | null {
  const { state, assignment_status, is_supported } = deposit
  if (state === "processing") return { code: "under_way" }
  if (state !== "in_review")
    return isResolved(state) ? { code: "resolved", state } : { code: "refund_pending" }
  if (!isConfirmed(deposit)) return { code: "unconfirmed" }
  if (action === "refund") {
    if (!hasPayoutKey) return { code: "no_payout_key" }
    return deposit.from_address === null ? { code: "unknown_sender" } : null
  }
  if (assignment_status === "review_required_non_positive_net") return { code: "nothing_left" }
  if (action === "accept") return null
  if (is_supported === false || assignment_status === "review_required_unsupported_asset")
    return { code: "unsupported_asset" }
  if (deposit.customer_id === null) return { code: "no_customer" }
  return candidates.length > 0 ? null : { code: "no_candidate" }
}

/** What an operator chooses. The intent belongs to an assignment. */
export type ActionChoice = { action: DepositAction; intentId: string | null }

type ActionDecision =
  { kind: "begin" } | { kind: "resume" } | { kind: "conflict" } | { kind: "refused"; refusal: ActionRefusal }

/** `is_leased` while a process calls the provider for its action. */
export function decideAction(
  choice: ActionChoice,
  deposit: ActionFacts & {
    action: DepositAction | null
    action_intent_id: string | null
    is_leased: boolean
  },
  surroundings: ActionSurroundings
): ActionDecision {
  if (deposit.state !== "in_review") {
    const isSame = deposit.action === choice.action && deposit.action_intent_id === choice.intentId
    return { kind: deposit.state === "processing" && isSame && !deposit.is_leased ? "resume" : "conflict" }
  }
  const refusal = findActionRefusal(choice.action, deposit, surroundings)
  if (refusal) return { kind: "refused", refusal }
  if (choice.action === "assign" && !surroundings.candidates.includes(choice.intentId ?? ""))
    return { kind: "refused", refusal: { code: "not_a_candidate" } }
  return { kind: "begin" }
}

type ActionCall = { action_key: string | null; action_attempts: number }

/** A refusal is stored only from the latest call: a later one may succeed. */
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
  status: number | undefined
  outcome: "not_applied" | "unknown"
  isRetryable: boolean
  attempts: number
}

const CONFLICT_STATUS = 409
/** After this many calls without an answer, the list decides what became of the deposit. */
const ATTEMPTS_BEFORE_LOOKING = 8

/**
 * `look`: repeating shows nothing more, so the list decides. A conflict means that the deposit is elsewhere; so may any refusal of a
 * repetition, because the first call may be why.
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

/** Milliseconds before a call is sent again, by the number of attempts so far. */
export const pauseBeforeRepeating = doublingPause(5_000, 5 * 60_000)
