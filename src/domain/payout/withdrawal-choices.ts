import type { ApprovalProblem, PayoutRefusal } from "./payout-gate"
import type { WithdrawalState } from "./withdrawal-lifecycle"
import type { InconsistentQuote } from "./withdrawal-quote"
import { signAgainstAbsence, type KnownSigns, type SignAgainstAbsence } from "./withdrawal-search"
import type { ClosedDestination, RefundProblem, WithdrawalStanding } from "./withdrawal-standing"
import {
  destinationProblemOf,
  isExpired,
  isQuoting,
  isUnreadable,
  isWrittenOff,
  refundProblemOf,
  signsOf,
  storedInconsistency,
  UNREADABLE_FOR_DAYS,
} from "./withdrawal-standing"

export type WithdrawalAction =
  "quote" | "confirm" | "approve" | "cancel" | "adopt" | "write_off" | "end" | "acknowledge" | "check"

export type WithdrawalChoiceFacts = {
  state: WithdrawalState
  hasQuote: boolean
  isQuoteExpired: boolean
  /** Why the quote cannot be confirmed; null where nothing is wrong with it. */
  quoteProblem: InconsistentQuote | null
  /** A request for a quote is in progress. */
  isQuoting: boolean
  hasGatewayId: boolean
  /** A person ended it as not sent; it is searched for all the same. */
  isWrittenOff: boolean
  /** Answers of the service so far that contradict its absence. */
  signs: KnownSigns
  /** The service has not shown it for {@link UNREADABLE_FOR_DAYS}. */
  isUnreadable: boolean
  /** A contradiction between the service and us, and whether a person has reviewed it. */
  mismatch: "none" | "unseen" | "seen"
  /** Why the actor may not move money out; null when they may. */
  refusal: PayoutRefusal | null
  /** Why the actor may not approve; null when they may. @see reasonAgainstApproval */
  approvalRefusal: ApprovalProblem | null
  /** Why it can no longer pay the refund; null when it can. */
  refundProblem: RefundProblem | null
  /** Why money can no longer go to its destination; null when it can. */
  destinationProblem: ClosedDestination | null
}

/**
 * What stands against an action.
 *
 * - `in_state`: the withdrawal is past it, or not yet there.
 * - `expired`: the quote; a refund's rate is a {@link RefundProblem}.
 * - `followed`: a person can end it once the service has not shown it for so many days.
 */
export type WithdrawalObstacle =
  | { code: "in_state"; state: WithdrawalState }
  | { code: "awaiting_approval" | "not_confirmed" | "quoting" | "no_quote" | "expired" }
  | { code: "still_sending" | "no_mismatch" | "mismatch_seen" }
  | { code: "followed"; days: number }
  | InconsistentQuote
  | ClosedDestination
  | RefundProblem
  | SignAgainstAbsence
  | PayoutRefusal
  | ApprovalProblem

/** Why the operator may not act; null where they may. */
export type OperatorRefusals = Pick<WithdrawalChoiceFacts, "refusal" | "approvalRefusal">

export function choiceFactsOf(
  standing: WithdrawalStanding,
  operator: OperatorRefusals = { refusal: null, approvalRefusal: null }
): WithdrawalChoiceFacts {
  const { row, now } = standing
  return {
    state: row.state,
    hasQuote: row.quote_id !== null,
    isQuoteExpired: isExpired(row, now),
    quoteProblem: storedInconsistency(row),
    isQuoting: isQuoting(row, now),
    hasGatewayId: row.gateway_withdrawal_id !== null,
    isWrittenOff: isWrittenOff(row),
    signs: signsOf(row),
    isUnreadable: isUnreadable(row, now),
    mismatch: row.mismatch === null ? "none" : row.mismatch_seen_at === null ? "unseen" : "seen",
    refundProblem: refundProblemOf(standing),
    destinationProblem: destinationProblemOf(standing),
    ...operator,
  }
}

/**
 * Why the state of the withdrawal does not allow an action, by any actor; null when it does. Decides about
 * the action itself too.
 */
export function reasonAgainst(
  action: WithdrawalAction,
  standing: WithdrawalStanding
): WithdrawalObstacle | null {
  return withdrawalChoices(choiceFactsOf(standing))[action]
}

/** What stands against each action; null where it is possible. */
export function withdrawalChoices(
  facts: WithdrawalChoiceFacts
): Record<WithdrawalAction, WithdrawalObstacle | null> {
  const { refusal, approvalRefusal } = facts
  return {
    quote: reasonAgainstQuote(facts) ?? refusal,
    confirm: reasonAgainstConfirm(facts) ?? refusal ?? reasonAgainstQuoteInHand(facts),
    approve: reasonAgainstApprove(facts) ?? refusal ?? approvalRefusal ?? reasonAgainstQuoteInHand(facts),
    cancel: reasonAgainstCancel(facts),
    adopt: reasonAgainstAdopt(facts) ?? refusal ?? approvalRefusal,
    write_off: reasonAgainstWriteOff(facts) ?? refusal ?? approvalRefusal,
    end: reasonAgainstEnd(facts) ?? refusal ?? approvalRefusal,
    acknowledge: reasonAgainstAcknowledge(facts) ?? refusal ?? approvalRefusal,
    check: reasonAgainstCheck(facts) ?? (facts.state === "sending" ? refusal : null),
  }
}

/** What a person reports about a withdrawal that the service no longer shows. */
export const PERSONS_OUTCOMES = ["paid", "not_paid"] as const
export type PersonsOutcome = (typeof PERSONS_OUTCOMES)[number]

/** Where a withdrawal can still be changed and taken back. */
const OPEN: readonly WithdrawalState[] = ["requested", "quoted", "awaiting_approval"]

function passed(state: WithdrawalState): WithdrawalObstacle | null {
  return OPEN.includes(state) ? null : { code: "in_state", state }
}

function reasonAgainstQuote(facts: WithdrawalChoiceFacts): WithdrawalObstacle | null {
  const { state, isQuoting, refundProblem, destinationProblem } = facts
  return passed(state) ?? refundProblem ?? (isQuoting ? { code: "quoting" } : destinationProblem)
}

function reasonAgainstConfirm({ state }: WithdrawalChoiceFacts): WithdrawalObstacle | null {
  return state === "awaiting_approval" ? { code: "awaiting_approval" } : passed(state)
}

function reasonAgainstApprove({ state }: WithdrawalChoiceFacts): WithdrawalObstacle | null {
  return state === "requested" || state === "quoted" ? { code: "not_confirmed" } : passed(state)
}

function reasonAgainstQuoteInHand(facts: WithdrawalChoiceFacts): WithdrawalObstacle | null {
  if (facts.refundProblem) return facts.refundProblem
  if (facts.isQuoting) return { code: "quoting" }
  if (!facts.hasQuote) return { code: "no_quote" }
  if (facts.quoteProblem) return facts.quoteProblem
  if (facts.isQuoteExpired) return { code: "expired" }
  return facts.destinationProblem
}

function reasonAgainstCancel({ state }: WithdrawalChoiceFacts): WithdrawalObstacle | null {
  return passed(state)
}

function reasonAgainstAdopt({ state }: WithdrawalChoiceFacts): WithdrawalObstacle | null {
  return state === "sending" || state === "unknown" ? null : { code: "in_state", state }
}

function reasonAgainstWriteOff({ state, signs }: WithdrawalChoiceFacts): WithdrawalObstacle | null {
  if (state === "unknown") return signAgainstAbsence(signs)
  return state === "sending" ? { code: "still_sending" } : { code: "in_state", state }
}

function reasonAgainstEnd({ state, isUnreadable }: WithdrawalChoiceFacts): WithdrawalObstacle | null {
  if (state === "unknown") return null
  if (state !== "sent") return { code: "in_state", state }
  return isUnreadable ? null : { code: "followed", days: UNREADABLE_FOR_DAYS }
}

function reasonAgainstAcknowledge({ mismatch }: WithdrawalChoiceFacts): WithdrawalObstacle | null {
  switch (mismatch) {
    case "none":
      return { code: "no_mismatch" }
    case "seen":
      return { code: "mismatch_seen" }
    case "unseen":
      return null
  }
}

function reasonAgainstCheck(facts: WithdrawalChoiceFacts): WithdrawalObstacle | null {
  const { state, hasGatewayId, isWrittenOff } = facts
  const isAsked = hasGatewayId || isWrittenOff || state === "sending" || state === "unknown"
  return isAsked ? null : { code: "in_state", state }
}
