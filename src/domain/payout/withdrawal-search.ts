import { compareAmounts } from "../../gateway/amount"
import type { Withdrawal, WithdrawalPhase } from "../../gateway/contract"
import { saysItHasIt } from "./withdrawal-answer"
import type { WithdrawalTerms } from "./withdrawal-gateway-state"
import { differenceFrom } from "./withdrawal-gateway-state"

/** What speaks against saying that the service has none of a withdrawal, without asking it. */
export type KnownSigns = {
  /** A create was answered with 2xx. */
  isAccepted: boolean
  /** Of a conflict that answered a repetition; null for none. */
  conflictCode: string | null
  /** The code of the last create that was no success. */
  lastAnswerCode: string | null
}

/** What a search to the end of the service's list has brought. */
export type ThoroughSearch = {
  mayBe: readonly string[]
  isComplete: boolean
  /** Whether the service gave another withdrawal of the business by its identifier, just now. */
  isLookupProven: boolean
}

/** What a person can do in place of a write-off. */
const OTHER_WAYS =
  "Find it in the provider's dashboard and enter its ID, or end it as paid with its transaction."

/**
 * Why nobody may say that the service has none of a withdrawal, by what it has answered so far.
 *
 * @returns null when nothing that it said speaks against it
 */
export function signAgainstAbsence({ isAccepted, conflictCode, lastAnswerCode }: KnownSigns): string | null {
  if (isAccepted) return `The provider answered it with success, so it has it. ${OTHER_WAYS}`
  const code = conflictCode ?? (saysItHasIt(lastAnswerCode) ? lastAnswerCode : null)
  return code === null
    ? null
    : `The provider says itself that it has had this withdrawal, or another one under its key (${code}). ${OTHER_WAYS}`
}

/**
 * Why a search that found nothing does not prove that the service has none.
 *
 * It takes a list that was read to its end and a lookup that works: a wrong path or business answers 404 to everything.
 *
 * @returns null when both are there and nothing fits
 */
export function gapInProof(search: SearchToProve): string | null {
  const { mayBe } = search
  if (search.isLookupProven && mayBe.length > 0)
    return `It may be ${mayBe.join(" or ")}. Compare in the provider's dashboard: if it is this one, enter the ID of that withdrawal. If it is another payout, name the ID among those that are not this one.`
  return gapInSearch(search, OTHER_WAYS)
}

/**
 * Why nobody may say that a payout which the service has taken was not paid, although it does not tell of it any more.
 *
 * @returns null when the search proves that nothing has left
 */
export function gapInNotPaid({
  foundId,
  isListed,
  isReadable,
  ...search
}: SearchToProve & {
  /** The service has it under another identifier than we know; null where the search has not found it. */
  foundId: string | null
  /** The service lists a transaction of it. */
  isListed: boolean
  /** False where the service answers with something else than that it has none. */
  isReadable: boolean
}): string | null {
  const { mayBe } = search
  if (foundId !== null)
    return `The provider has this payout as ${foundId}. Look in its dashboard what became of it. ${IF_PAID}`
  if (isListed)
    return `The provider lists a transaction of this payout, so the money may have left. Look in its dashboard. ${IF_PAID}`
  if (!isReadable)
    return `The provider answers when it is asked for this payout, and the answer cannot be read, so it may still be paid. Check assumptions.fields.withdrawal. ${IF_PAID}`
  if (search.isLookupProven && mayBe.length > 0)
    return `It may be ${mayBe.join(" or ")}. Compare in the provider's dashboard. ${IF_PAID} If it is another payout, send its ID in not_this.`
  return gapInSearch(search, IF_PAID)
}

const IF_PAID = "End it as paid, if it was paid."

type SearchToProve = ThoroughSearch & {
  /** The service's list ends there although more may follow; null where it does not. */
  shortAfterRows: number | null
}

function gapInSearch(
  { isComplete, isLookupProven, shortAfterRows }: SearchToProve,
  otherWays: string
): string | null {
  if (!isLookupProven)
    return `The provider showed no other withdrawal of this business by its ID, so that it does not show this one proves nothing. Check businessId and assumptions.paths.getWithdrawal, or send another withdrawal first. Otherwise: ${otherWays}`
  if (shortAfterRows !== null)
    return `The provider's list of transactions is incomplete after ${shortAfterRows} rows, and the payout may be among those that it does not list. The health check names the setting that helps. ${otherWays}`
  if (!isComplete)
    return `The provider's transactions are being read to the end and it may be among them. Try again in a few minutes.`
  return null
}

/**
 * Why a payout that is older than its key is remembered may have left already, although nothing here says so.
 *
 * @returns null when the search saw everything and nothing fits
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

/** What a search that found nothing has to say. */
export type SearchFacts = {
  /** Withdrawals that fit and name nobody, or that fit and cannot be read: a person has to say. */
  mayBe: readonly string[]
  /** Whether everything that the service has listed since the last call was looked at. */
  isComplete: boolean
  /** The code of the last create that was no success. */
  lastAnswerCode: string | null
}

/**
 * Says to the operator what a search without a find means, and what it cannot mean.
 *
 * The last answer is part of it: whatever is said later, the service may have said itself that it has the withdrawal.
 */
export function notFoundInWords({ mayBe, isComplete, lastAnswerCode }: SearchFacts): string {
  return [
    "It may have been sent, and the service's transactions do not name it.",
    isComplete
      ? null
      : "They have not all been read since it was sent, or their list is incomplete, so it may still be among them.",
    mayBe.length === 0 ? null : `It may be ${mayBe.join(" or ")}.`,
    saysItHasIt(lastAnswerCode)
      ? `The service says itself that it has had this withdrawal (${lastAnswerCode}).`
      : null,
    `One that waits for funds, for gas or for its turn has no transaction yet: ${LOOK_THERE}`,
  ]
    .filter((part) => part !== null)
    .join(" ")
}

const LOOK_THERE = "it is only in the list of withdrawals in the service's dashboard. Look for it there."

/**
 * Whether an amount that has left is the whole of a payout, before or after its fee.
 *
 * @param left decimal in token units; null when it is not known
 */
export function isWholeAmount(
  left: string | null,
  { amount, quote_net }: { amount: string; quote_net: string | null }
): boolean {
  if (left === null) return false
  return [amount, quote_net].some((whole) => whole !== null && compareAmounts(left, whole) === 0)
}

/** Clocks differ: the service may have made a withdrawal as much earlier than we asked for it, by what it says. */
export const CLOCKS_DIFFER_MS = 60 * 60_000

/** A payout of ours that may have been sent. Its id is the reference that the service was given. */
export type LostWithdrawal = WithdrawalTerms & { id: string; first_sent_at: Date | null }

/**
 * Why a withdrawal of the service cannot be the one of ours that a person takes it for.
 *
 * One that names our reference is ours, where nothing differs. Without a reference it has to fit in all that tells payouts
 * apart, be no older than ours, and not have failed: that would prove nothing about ours.
 *
 * @returns null when nothing speaks against it; else words that go on after "it is not this one:"
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
    return "the service tells neither its reference nor both its amount and its destination"
  return phase === "failed" ? "it has failed, and names no reference that would make it this one" : null
}

function isEarlier({ first_sent_at }: LostWithdrawal, { createdAt }: Withdrawal): boolean {
  if (first_sent_at === null || createdAt === undefined) return false
  return Date.parse(createdAt) < first_sent_at.getTime() - CLOCKS_DIFFER_MS
}
