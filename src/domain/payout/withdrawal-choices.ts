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

/** What decides which actions are possible, for whoever looks. */
export type WithdrawalChoiceFacts = {
  state: WithdrawalState
  hasQuote: boolean
  isQuoteExpired: boolean
  /** Why nobody can confirm what it says, in words; null where nothing is wrong with it. */
  quoteProblem: string | null
  /** Somebody has asked for a quote just now. */
  isQuoting: boolean
  hasGatewayId: boolean
  /** A person has said that the service has none of it; it is searched for all the same. */
  isWrittenOff: boolean
  /** What the service has answered so far that speaks against its having none. */
  signs: KnownSigns
  /** The service could not tell what became of it for {@link UNREADABLE_FOR_DAYS}. */
  isUnreadable: boolean
  /** What the service says otherwise than we do, and whether a person has looked at it. */
  mismatch: "none" | "unseen" | "seen"
  /** Why they may not move money out, in words; null when they may. */
  refusal: string | null
  /** Why they may not approve what others asked for, in words; null when they may. @see reasonAgainstApproval */
  approvalRefusal: string | null
  /** Why the refund cannot be paid by it any more, in words; null when it can. */
  refundProblem: string | null
  /** Why money cannot go to its destination any more, in words; null when it can. */
  destinationProblem: string | null
}

/** What the operator may do, in words where they may not: null for an operator who may do everything. */
export type OperatorRefusals = Pick<WithdrawalChoiceFacts, "refusal" | "approvalRefusal">

/** The facts of a withdrawal as it stands, for one operator. */
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

/** Why an action is not possible as the withdrawal stands, whoever asks; null when it is. Decides about the action itself too. */
export function reasonAgainst(action: WithdrawalAction, standing: WithdrawalStanding): string | null {
  return withdrawalChoices(choiceFactsOf(standing))[action].reason
}

/** Which actions an operator has on a withdrawal. */
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

/** What a person says became of a withdrawal that the service cannot tell of. */
export const PERSONS_OUTCOMES = ["paid", "not_paid"] as const
export type PersonsOutcome = (typeof PERSONS_OUTCOMES)[number]

const BEING_SENT = "It is being sent."
const NOT_SENT = "Nothing was sent yet."
const AT_THE_SERVICE = "The service has it already."

/** Words for a state in which a withdrawal can neither be changed nor taken back; null where it can. */
const PASSED = {
  requested: null,
  quoted: null,
  awaiting_approval: null,
  sending: BEING_SENT,
  sent: AT_THE_SERVICE,
  unknown: "It may have been sent. It has to be found or written off first.",
  completed: "It is paid already.",
  failed: "It has failed. Ask for a new one.",
  refused: "It was refused. Ask for a new one.",
  cancelled: "It was cancelled. Ask for a new one.",
} as const satisfies Record<WithdrawalState, string | null>

function reasonAgainstQuote(facts: WithdrawalChoiceFacts): string | null {
  const { state, isQuoting, refundProblem, destinationProblem } = facts
  return PASSED[state] ?? refundProblem ?? (isQuoting ? "A quote is being asked for." : destinationProblem)
}

function reasonAgainstConfirm({ state }: WithdrawalChoiceFacts): string | null {
  return state === "awaiting_approval" ? "It is confirmed and waits for another user." : PASSED[state]
}

function reasonAgainstApprove({ state }: WithdrawalChoiceFacts): string | null {
  return state === "requested" || state === "quoted" ? "Nobody has confirmed it yet." : PASSED[state]
}

function reasonAgainstQuoteInHand(facts: WithdrawalChoiceFacts): string | null {
  if (facts.refundProblem) return facts.refundProblem
  if (facts.isQuoting) return "A quote is being asked for."
  if (!facts.hasQuote) return "It has no quote. Ask for one first."
  if (facts.quoteProblem) return facts.quoteProblem
  if (facts.isQuoteExpired) return "The quote has expired. Ask for a new one."
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
    ? "It is still being sent, with the same key, until that is not safe any more."
    : reasonOfCertainty(state)
}

function reasonAgainstEnd({ state, isUnreadable }: WithdrawalChoiceFacts): string | null {
  if (state === "unknown") return null
  if (state !== "sent") return reasonOfCertainty(state)
  return isUnreadable
    ? null
    : `It is followed. A person can end it when the service could not tell of it for ${UNREADABLE_FOR_DAYS} days.`
}

function reasonAgainstAcknowledge({ mismatch }: WithdrawalChoiceFacts): string | null {
  switch (mismatch) {
    case "none":
      return "The service says nothing else than this store."
    case "seen":
      return "Somebody has looked at it already."
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
