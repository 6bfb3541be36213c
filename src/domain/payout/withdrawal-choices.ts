import { toChoice, type Choice } from "./payout-codes"
import type { WithdrawalState } from "./withdrawal-lifecycle"
import { signAgainstAbsence, type KnownSigns } from "./withdrawal-search"
import type { WithdrawalStanding } from "./withdrawal-standing"
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

export const WITHDRAWAL_ACTIONS = [
  "quote",
  "confirm",
  "approve",
  "cancel",
  "adopt",
  "write_off",
  "end",
  "acknowledge",
  "check",
] as const
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number]

export type WithdrawalChoiceFacts = {
  state: WithdrawalState
  hasQuote: boolean
  isQuoteExpired: boolean
  /** Why the quote cannot be confirmed, in words; null where nothing is wrong with it. */
  quoteProblem: string | null
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
  /** Why the actor may not move money out, in words; null when they may. */
  refusal: string | null
  /** Why the actor may not approve, in words; null when they may. @see reasonAgainstApproval */
  approvalRefusal: string | null
  /** Why it can no longer pay the refund, in words; null when it can. */
  refundProblem: string | null
  /** Why money can no longer go to its destination, in words; null when it can. */
  destinationProblem: string | null
}

/** Why the operator may not act, in words; null where they may. */
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
    quoteProblem: storedInconsistency(row)?.words ?? null,
    isQuoting: isQuoting(row, now),
    hasGatewayId: row.gateway_withdrawal_id !== null,
    isWrittenOff: isWrittenOff(row),
    signs: signsOf(row),
    isUnreadable: isUnreadable(row, now),
    mismatch: row.mismatch === null ? "none" : row.mismatch_seen_at === null ? "unseen" : "seen",
    refundProblem: refundProblemOf(standing)?.words ?? null,
    destinationProblem: destinationProblemOf(standing)?.words ?? null,
    ...operator,
  }
}

/**
 * Why the state of the withdrawal does not allow an action, by any actor; null when it does. Decides about
 * the action itself too.
 */
export function reasonAgainst(action: WithdrawalAction, standing: WithdrawalStanding): string | null {
  return withdrawalChoices(choiceFactsOf(standing))[action].reason
}

export function withdrawalChoices(facts: WithdrawalChoiceFacts): Record<WithdrawalAction, Choice> {
  const { refusal, approvalRefusal } = facts
  return {
    quote: toChoice(reasonAgainstQuote(facts) ?? refusal),
    confirm: toChoice(reasonAgainstConfirm(facts) ?? refusal ?? reasonAgainstQuoteInHand(facts)),
    approve: toChoice(
      reasonAgainstApprove(facts) ?? refusal ?? approvalRefusal ?? reasonAgainstQuoteInHand(facts)
    ),
    cancel: toChoice(reasonAgainstCancel(facts)),
    adopt: toChoice(reasonAgainstAdopt(facts) ?? refusal ?? approvalRefusal),
    write_off: toChoice(reasonAgainstWriteOff(facts) ?? refusal ?? approvalRefusal),
    end: toChoice(reasonAgainstEnd(facts) ?? refusal ?? approvalRefusal),
    acknowledge: toChoice(reasonAgainstAcknowledge(facts) ?? refusal ?? approvalRefusal),
    check: toChoice(reasonAgainstCheck(facts) ?? (facts.state === "sending" ? refusal : null)),
  }
}

/** What a person reports about a withdrawal that the service no longer shows. */
export const PERSONS_OUTCOMES = ["paid", "not_paid"] as const
export type PersonsOutcome = (typeof PERSONS_OUTCOMES)[number]

const BEING_SENT = "It is being sent."
const NOT_SENT = "Nothing was sent yet."
const AT_THE_SERVICE = "The provider has it already."

/** Why a withdrawal in a state can neither be changed nor taken back; null where it can. */
const PASSED = {
  requested: null,
  quoted: null,
  awaiting_approval: null,
  sending: BEING_SENT,
  sent: AT_THE_SERVICE,
  unknown: "It may have been sent. It has to be found or written off first.",
  completed: "It is paid already.",
  failed: "It has failed. Request a new one.",
  refused: "It was refused. Request a new one.",
  cancelled: "It was cancelled. Request a new one.",
} as const satisfies Record<WithdrawalState, string | null>

function reasonAgainstQuote(facts: WithdrawalChoiceFacts): string | null {
  const { state, isQuoting, refundProblem, destinationProblem } = facts
  return PASSED[state] ?? refundProblem ?? (isQuoting ? "A quote is being requested." : destinationProblem)
}

function reasonAgainstConfirm({ state }: WithdrawalChoiceFacts): string | null {
  return state === "awaiting_approval" ? "It is confirmed and waits for another user." : PASSED[state]
}

function reasonAgainstApprove({ state }: WithdrawalChoiceFacts): string | null {
  return state === "requested" || state === "quoted" ? "It is not confirmed yet." : PASSED[state]
}

function reasonAgainstQuoteInHand(facts: WithdrawalChoiceFacts): string | null {
  if (facts.refundProblem) return facts.refundProblem
  if (facts.isQuoting) return "A quote is being requested."
  if (!facts.hasQuote) return "It has no quote. Request one first."
  if (facts.quoteProblem) return facts.quoteProblem
  if (facts.isQuoteExpired) return "The quote has expired. Request a new one."
  return facts.destinationProblem
}

function reasonAgainstCancel({ state }: WithdrawalChoiceFacts): string | null {
  return PASSED[state]
}

function reasonAgainstAdopt({ state }: WithdrawalChoiceFacts): string | null {
  return state === "sending" || state === "unknown" ? null : reasonOfCertainty(state)
}

function reasonAgainstWriteOff({ state, signs }: WithdrawalChoiceFacts): string | null {
  if (state === "unknown") return signAgainstAbsence(signs)
  return state === "sending"
    ? "It is still being sent with the same key, as long as that is safe."
    : reasonOfCertainty(state)
}

function reasonAgainstEnd({ state, isUnreadable }: WithdrawalChoiceFacts): string | null {
  if (state === "unknown") return null
  if (state !== "sent") return reasonOfCertainty(state)
  return isUnreadable
    ? null
    : `It is followed. A person can end it once the provider has not shown it for ${UNREADABLE_FOR_DAYS} days.`
}

function reasonAgainstAcknowledge({ mismatch }: WithdrawalChoiceFacts): string | null {
  switch (mismatch) {
    case "none":
      return "The provider does not contradict this store."
    case "seen":
      return "It is reviewed already."
    case "unseen":
      return null
  }
}

function reasonAgainstCheck(facts: WithdrawalChoiceFacts): string | null {
  const { state, hasGatewayId, isWrittenOff } = facts
  const isAsked = hasGatewayId || isWrittenOff || state === "sending" || state === "unknown"
  return isAsked ? null : reasonOfCertainty(state)
}

function reasonOfCertainty(state: WithdrawalState): string {
  return PASSED[state] ?? NOT_SENT
}
