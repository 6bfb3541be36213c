import { codeInWords, NO_REASON, unknownCodeInWords } from "../refusal-code"
import { type Difference, type Mismatch, saysItHasIt } from "../../domain/payout/withdrawal-gateway-state"
import type {
  DoubtBeforeSending,
  GapInNotPaid,
  GapInProof,
  GapInSearch,
  ReasonAgainstBeing,
  SignAgainstAbsence,
} from "../../domain/payout/withdrawal-search"
import { UNREADABLE_FOR_DAYS } from "../../domain/payout/withdrawal-standing"
import type { Assumptions } from "../../gateway/assumptions"

/** Alternatives to a write-off. */
const OTHER_WAYS =
  "Find it in the provider's dashboard and enter its ID, or mark it as paid with its transaction."
const IF_PAID = "If it was paid, choose that outcome."

/** Why nobody may claim that the provider has none of a withdrawal. */
export function signInWords(sign: SignAgainstAbsence): string {
  return sign.code === "accepted"
    ? `The provider accepted it, so it has it. ${OTHER_WAYS}`
    : `The provider reports that it has had this withdrawal, or another one under its key (${sign.answerCode}). ${OTHER_WAYS}`
}

/** Why a search does not prove that the provider has none. */
export function gapInProofInWords(gap: GapInProof): string {
  return gap.code === "may_be"
    ? `It may be ${gap.ids.join(" or ")}. Compare in the provider's dashboard: if it is this one, enter the ID of that withdrawal. If it is another payout, name the ID among those that are not this one.`
    : gapInSearchInWords(gap, OTHER_WAYS)
}

/** Why a payout that the provider no longer shows cannot be called unpaid. */
export function gapInNotPaidInWords(gap: GapInNotPaid): string {
  switch (gap.code) {
    case "found":
      return `The provider has this payout as ${gap.foundId}. Check in its dashboard what became of it. ${IF_PAID}`
    case "listed":
      return `The provider lists a transaction of this payout, so the money may have left. Check its dashboard. ${IF_PAID}`
    case "unreadable":
      return `The provider has an answer about this payout that cannot be read, so it may still be paid. Check assumptions.fields.withdrawal. ${IF_PAID}`
    case "may_be":
      return `It may be ${gap.ids.join(" or ")}. Compare in the provider's dashboard. ${IF_PAID} If it is another payout, name its ID among those that are not this one.`
    default:
      return gapInSearchInWords(gap, IF_PAID)
  }
}

function gapInSearchInWords(gap: GapInSearch, otherWays: string): string {
  switch (gap.code) {
    case "lookup_unproven":
      return `The provider showed no other withdrawal of this business by its ID either, so its absence proves nothing. Check businessId and assumptions.paths.getWithdrawal, or send another withdrawal first. Otherwise: ${otherWays}`
    case "list_short":
      return `The provider's list of transactions is incomplete after ${gap.rows} rows, and the payout may be among those that it does not list. The health check names the setting that helps. ${otherWays}`
    case "list_unread":
      return "The provider's transactions are being read to the end and it may be among them. Try again in a few minutes."
  }
}

/** Why a payout older than its key is not sent. */
export function doubtBeforeSendingInWords(doubt: DoubtBeforeSending): string {
  const why =
    doubt.code === "may_be"
      ? `${doubt.ids.join(" and ")} at the provider may be it.`
      : "The provider's transactions have not all been read yet."
  return `It was requested long ago and may have been sent before, by a store that was restored from a backup. ${why} Look in the provider's dashboard. If it has not left, cancel this one and request it again; or try again in a few minutes.`
}

/**
 * Tells the operator what a search without a match means. The last answer is part of it: the provider may
 * have said that it has the withdrawal.
 *
 * @param search.mayBe withdrawals that may be it but name no reference or cannot be read: a person decides
 * @param search.isComplete everything that the provider has listed since the last call was read
 * @param search.lastAnswerCode of the last failed create
 */
export function notFoundInWords({
  mayBe,
  isComplete,
  lastAnswerCode,
}: {
  mayBe: readonly string[]
  isComplete: boolean
  lastAnswerCode: string | null
}): string {
  return [
    "It may have been sent, and the provider's transactions do not name it.",
    isComplete
      ? null
      : "They have not all been read since it was sent, or their list is incomplete, so it may still be among them.",
    mayBe.length === 0 ? null : `It may be ${mayBe.join(" or ")}.`,
    saysItHasIt(lastAnswerCode)
      ? `The provider reports that it has had this withdrawal (${lastAnswerCode}).`
      : null,
    "A withdrawal that waits for funds, gas or its turn has no transaction yet: look for it in the list of withdrawals in the provider's dashboard.",
  ]
    .filter((part) => part !== null)
    .join(" ")
}

/** Why a sent withdrawal waits, where the provider has no call that shows one, and what an operator can do. */
export function unconfirmedInWords({ fields: { transaction } }: Pick<Assumptions, "fields">): string {
  const isNamed = transaction.reference !== null || transaction.withdrawalId !== null
  return isNamed
    ? "The provider has no call that shows a withdrawal, and none of its transactions names this one yet. It is completed as soon as one does."
    : `The provider has no call that shows a withdrawal, and its transactions name none. Look for it in the provider's dashboard: ${UNREADABLE_FOR_DAYS} days after it was sent you can end it here. If the transactions name withdrawals after all, set assumptions.fields.transaction.withdrawalId; to let the provider's signed events end them, set assumptions.events.trustWithdrawals.`
}

/** Why an identifier is not matched, where only a transaction shows that a withdrawal has left. */
export function notNamedInWords(id: string): string {
  return `The provider has no call that shows a withdrawal, and no payout in its transactions names ${id}. If it still waits there, try again once it has left. If it was paid, mark it as paid with its transaction.`
}

/** Follows "it is not this one:". */
export function reasonAgainstBeingInWords(reason: ReasonAgainstBeing): string {
  switch (reason.code) {
    case "other_reference":
      return "it names another reference"
    case "of_an_invoice":
      return "it is the payout of an invoice"
    case "differs":
      return `it has another ${differenceInWords(reason.difference)}`
    case "made_before":
      return "it was made before this one was sent"
    case "incomparable":
      return "the provider reports neither its reference nor both its amount and its destination"
    case "failed":
      return "it has failed, and names no reference that would make it this one"
  }
}

/** @example differenceInWords(["amount", "net_amount"]) // "amount, net amount" */
export function differenceInWords(difference: Difference): string {
  return difference.map((part) => (part === "net_amount" ? "net amount" : part)).join(", ")
}

/** What a person has to review; null for nothing. */
export function mismatchesInWords(mismatches: readonly Mismatch[]): string | null {
  return mismatches.length === 0 ? null : mismatches.map(mismatchInWords).join(" ")
}

function mismatchInWords(mismatch: Mismatch): string {
  switch (mismatch.code) {
    case "differs":
      return `The provider has it with another ${differenceInWords(mismatch.difference)} than was confirmed.`
    case "after_completion":
      return `It was completed here, and the provider now calls it ${mismatch.status}.`
    case "after_end":
      return `It was ${mismatch.state} here, and the provider calls it ${mismatch.status} after all.`
    case "unsent":
      return `It was not sent here, and the provider calls it ${mismatch.status}.`
  }
}

export type WithdrawalStep = "quote" | "create"

export type WithdrawalRefusalFacts = {
  token: string
  /** What can be paid out by the service's account, in token units; null when unknown. */
  balance?: string | null
  /** Of the service, where a setting translated its code. */
  serviceCode?: string | undefined
  /** For the service's support. */
  requestId?: string | undefined
  /** Quotes of this withdrawal that were sent to the service, this one included. */
  quotesSent?: number
}

const ASKED: Record<WithdrawalStep, string> = {
  quote: "The provider gave no quote",
  create: "The provider did not accept the withdrawal",
}

/** Says why the service refused a payout, for the operator. @param code of the service, or one of ours */
export function withdrawalRefusalInWords(
  step: WithdrawalStep,
  code: string,
  facts: WithdrawalRefusalFacts
): string {
  return `${ASKED[step]}: ${explain(step, code, facts)} (${codeInWords({ ...facts, code })}).`
}

function explain(step: WithdrawalStep, code: string, facts: WithdrawalRefusalFacts): string {
  switch (code) {
    case "INSUFFICIENT_BALANCE":
      return insufficient(facts)
    case "FORBIDDEN":
      return "the policy of the payout key does not allow this asset, network, amount or destination. Change the policy in the provider's dashboard"
    case "UNAUTHORIZED":
      return "it does not know the API key. Check payoutApiKey in the options of the plugin"
    case "PAYOUT_KEY_MISSING":
      return "payouts need a payout key. Set payoutApiKey in the options of the plugin"
    case "VALIDATION_ERROR":
    case "INVALID_REQUEST":
      return "it does not accept the request. The amount may be below its fee, or it may refuse the destination or its memo"
    case "CONFLICT":
      if (step === "quote")
        return "it does not pay this out now. Check its dashboard for the reason, or cancel this one"
      return isFirstQuote(facts)
        ? "the quote has expired there or was used. Request a new one"
        : NOT_THE_QUOTE
    case "NOT_FOUND":
      if (step === "quote") return "it does not know this network or token"
      return isFirstQuote(facts) ? "it does not know the quote. Request a new one" : NOT_THE_QUOTE
    case "RATE_LIMIT_EXCEEDED":
      return "it has too many requests. Try again in a minute"
    case "DUPLICATE_REQUEST":
    case "IDEMPOTENCY_KEY_MISMATCH":
      return "it has another request under the same key. Cancel this one and request it again"
    case "IDEMPOTENCY_REQUEST_IN_PROGRESS":
      return "it is still working on the first request. Try again in a minute"
    case "UNEXPECTED_RESPONSE":
      return "its answer is about another payout"
    case "NETWORK_ERROR":
    case "TIMEOUT":
    case "SERVICE_UNAVAILABLE":
    case "INTERNAL_SERVER_ERROR":
    case "CACHE_COORDINATION_UNAVAILABLE":
      return "it did not answer. Try again"
    default: {
      const again = step === "create" && isFirstQuote(facts) ? ". Try again with a new quote" : ""
      const what = step === "create" && !isFirstQuote(facts) ? NOT_THE_QUOTE : `${NO_REASON}${again}`
      return `${what}. ${unknownCodeInWords(facts.serviceCode ?? code)}`
    }
  }
}

/** Two new quotes that are refused one after the other did not both expire. */
const NOT_THE_QUOTE =
  "it has refused a new quote again, so the quote is probably not the reason. Nothing was sent. Check its dashboard for what blocks " +
  "this payout, give its support the request, or cancel this one"

function isFirstQuote({ quotesSent = 1 }: WithdrawalRefusalFacts): boolean {
  return quotesSent <= 1
}

function insufficient({ token, balance }: WithdrawalRefusalFacts): string {
  const has =
    balance === null || balance === undefined
      ? `it has too little ${token} to pay out`
      : `it has ${balance} ${token} to pay out`
  return `${has}. It kept its fees of this payment, so a full refund may need money from other sales`
}
