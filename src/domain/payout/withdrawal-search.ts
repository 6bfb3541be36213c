import { compareAmounts } from "../../gateway/amount"
import type { Withdrawal, WithdrawalPhase } from "../../gateway/contract"
import { saysItHasIt } from "./withdrawal-answer"
import type { WithdrawalTerms } from "./withdrawal-gateway-state"
import { differenceFrom } from "./withdrawal-gateway-state"

/** What already contradicts that the service has none of a withdrawal. */
export type KnownSigns = {
  isAccepted: boolean
  /** Code of a conflict that answered a repetition; null for none. */
  conflictCode: string | null
  /** Code of the last failed create. */
  lastAnswerCode: string | null
}

/** An answer of the service that contradicts its absence. `answerCode`: its code. */
export type SignAgainstAbsence = { code: "accepted" } | { code: "conflict"; answerCode: string }

/** The result of a search to the end of the service's list. */
export type ThoroughSearch = {
  mayBe: readonly string[]
  isComplete: boolean
  /** The service has just returned another withdrawal of the business by its identifier. */
  isLookupProven: boolean
}

/** Alternatives to a write-off. */
const OTHER_WAYS =
  "Find it in the provider's dashboard and enter its ID, or end it as paid with its transaction."

/**
 * Why nobody may claim that the service has none of a withdrawal, by its answers so far; null when none
 * contradicts it.
 */
export function signAgainstAbsence({
  isAccepted,
  conflictCode,
  lastAnswerCode,
}: KnownSigns): SignAgainstAbsence | null {
  if (isAccepted) return { code: "accepted" }
  const answerCode = conflictCode ?? (saysItHasIt(lastAnswerCode) ? lastAnswerCode : null)
  return answerCode === null ? null : { code: "conflict", answerCode }
}

/**
 * Why a search without a match does not prove absence; null when it does.
 *
 * It takes a list that was read to its end and a lookup that works: a wrong path or business answers 404 to
 * everything.
 */
export function gapInProof(search: SearchToProve): string | null {
  const { mayBe } = search
  if (search.isLookupProven && mayBe.length > 0)
    return `It may be ${mayBe.join(" or ")}. Compare in the provider's dashboard: if it is this one, enter the ID of that withdrawal. If it is another payout, name the ID among those that are not this one.`
  return gapInSearch(search, OTHER_WAYS)
}

/**
 * Why a payout that the service took cannot be called unpaid, although the service no longer shows it; null
 * when the search proves that nothing left.
 */
export function gapInNotPaid({
  foundId,
  isListed,
  isReadable,
  ...search
}: SearchToProve & {
  /** The service has it under another identifier; null when the search did not find it. */
  foundId: string | null
  /** The service lists a transaction of it. */
  isListed: boolean
  /** False where the service answers anything but that it has none. */
  isReadable: boolean
}): string | null {
  const { mayBe } = search
  if (foundId !== null)
    return `The provider has this payout as ${foundId}. Check in its dashboard what became of it. ${IF_PAID}`
  if (isListed)
    return `The provider lists a transaction of this payout, so the money may have left. Check its dashboard. ${IF_PAID}`
  if (!isReadable)
    return `The provider has an answer about this payout that cannot be read, so it may still be paid. Check assumptions.fields.withdrawal. ${IF_PAID}`
  if (search.isLookupProven && mayBe.length > 0)
    return `It may be ${mayBe.join(" or ")}. Compare in the provider's dashboard. ${IF_PAID} If it is another payout, send its ID in not_this.`
  return gapInSearch(search, IF_PAID)
}

const IF_PAID = "If it was paid, end it as paid."

type SearchToProve = ThoroughSearch & {
  /** Rows after which the service's list ended too early; null for a complete one. */
  shortAfterRows: number | null
}

function gapInSearch(
  { isComplete, isLookupProven, shortAfterRows }: SearchToProve,
  otherWays: string
): string | null {
  if (!isLookupProven)
    return `The provider showed no other withdrawal of this business by its ID either, so its absence proves nothing. Check businessId and assumptions.paths.getWithdrawal, or send another withdrawal first. Otherwise: ${otherWays}`
  if (shortAfterRows !== null)
    return `The provider's list of transactions is incomplete after ${shortAfterRows} rows, and the payout may be among those that it does not list. The health check names the setting that helps. ${otherWays}`
  if (!isComplete)
    return `The provider's transactions are being read to the end and it may be among them. Try again in a few minutes.`
  return null
}

/**
 * Why a payout older than its key may have left unnoticed; null when the search was complete and nothing
 * matches.
 */
export function mayHaveLeftInWords({
  mayBe,
  isComplete,
}: Pick<ThoroughSearch, "mayBe" | "isComplete">): string | null {
  if (mayBe.length === 0 && isComplete) return null
  const why =
    mayBe.length > 0
      ? `${mayBe.join(" and ")} at the provider may be it.`
      : "The provider's transactions have not all been read yet."
  return `It was requested long ago and may have been sent before, by a store that was restored from a backup. ${why} Look in the provider's dashboard. If it has not left, cancel this one and request it again; or try again in a few minutes.`
}

export type SearchFacts = {
  /** Withdrawals that may be it but name no reference or cannot be read: a person decides. */
  mayBe: readonly string[]
  /** Whether everything that the service has listed since the last call was read. */
  isComplete: boolean
  /** Code of the last failed create. */
  lastAnswerCode: string | null
}

/**
 * Tells the operator what a search without a match means. The last answer is part of it: the service may have
 * said that it has the withdrawal.
 */
export function notFoundInWords({ mayBe, isComplete, lastAnswerCode }: SearchFacts): string {
  return [
    "It may have been sent, and the provider's transactions do not name it.",
    isComplete
      ? null
      : "They have not all been read since it was sent, or their list is incomplete, so it may still be among them.",
    mayBe.length === 0 ? null : `It may be ${mayBe.join(" or ")}.`,
    saysItHasIt(lastAnswerCode)
      ? `The provider reports that it has had this withdrawal (${lastAnswerCode}).`
      : null,
    `A withdrawal that waits for funds, gas or its turn has no transaction yet: ${LOOK_THERE}`,
  ]
    .filter((part) => part !== null)
    .join(" ")
}

const LOOK_THERE = "look for it in the list of withdrawals in the provider's dashboard."

/**
 * Whether an amount that left is the whole of a payout, before or after its fee. @param left in token units;
 * null when unknown
 */
export function isWholeAmount(
  left: string | null,
  { amount, quote_net }: { amount: string; quote_net: string | null }
): boolean {
  if (left === null) return false
  return [amount, quote_net].some((whole) => whole !== null && compareAmounts(left, whole) === 0)
}

/** Tolerated difference between the service's clock and ours. */
export const CLOCKS_DIFFER_MS = 60 * 60_000

/** A payout of ours that may have been sent. Its id is the reference we gave the service. */
export type LostWithdrawal = WithdrawalTerms & { id: string; first_sent_at: Date | null }

/**
 * Why a withdrawal of the service cannot be the one of ours that a person takes it for.
 *
 * One with our reference is ours, where nothing differs. Without a reference it has to match in every
 * distinguishing field, be no older than ours, and not have failed: that would prove nothing about ours.
 *
 * @returns null when nothing speaks against it; else words that follow "it is not this one:"
 */
export function reasonAgainstBeing(
  ours: LostWithdrawal,
  theirs: Withdrawal,
  phase: WithdrawalPhase
): string | null {
  const { clientReference, invoiceId, amount, destinationAddress } = theirs
  if (clientReference !== undefined && clientReference !== ours.id) return "it names another reference"
  if (invoiceId !== undefined) return "it is the payout of an invoice"
  const difference = differenceFrom(ours, theirs)
  if (difference !== null) return `it has another ${difference}`
  if (clientReference !== undefined) return null
  if (isEarlier(ours, theirs)) return "it was made before this one was sent"
  if (amount === undefined || destinationAddress === undefined)
    return "the provider reports neither its reference nor both its amount and its destination"
  return phase === "failed" ? "it has failed, and names no reference that would make it this one" : null
}

function isEarlier({ first_sent_at }: LostWithdrawal, { createdAt }: Withdrawal): boolean {
  if (first_sent_at === null || createdAt === undefined) return false
  return Date.parse(createdAt) < first_sent_at.getTime() - CLOCKS_DIFFER_MS
}
