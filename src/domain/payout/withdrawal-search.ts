import { compareAmounts } from "../../gateway/amount"
import type { Withdrawal, WithdrawalPhase } from "../../gateway/contract"
import { saysItHasIt } from "./withdrawal-answer"
import type { Difference, WithdrawalTerms } from "./withdrawal-gateway-state"
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

/** `list_short`: the service's list ended too early, after so many rows. */
export type GapInSearch =
  { code: "lookup_unproven" } | { code: "list_short"; rows: number } | { code: "list_unread" }
/** `ids`: withdrawals of the service that may be it. */
export type GapInProof = { code: "may_be"; ids: readonly string[] } | GapInSearch
/** `foundId`: the service has it under another identifier. `listed`: the service lists a transaction of it. */
export type GapInNotPaid = { code: "found"; foundId: string } | { code: "listed" | "unreadable" } | GapInProof

/**
 * Why a search without a match does not prove absence; null when it does.
 *
 * It takes a list that was read to its end and a lookup that works: a wrong path or business answers 404 to
 * everything.
 */
export function gapInProof({
  mayBe,
  isComplete,
  isLookupProven,
  shortAfterRows,
}: SearchToProve): GapInProof | null {
  if (!isLookupProven) return { code: "lookup_unproven" }
  if (mayBe.length > 0) return { code: "may_be", ids: mayBe }
  if (shortAfterRows !== null) return { code: "list_short", rows: shortAfterRows }
  return isComplete ? null : { code: "list_unread" }
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
}): GapInNotPaid | null {
  if (foundId !== null) return { code: "found", foundId }
  if (isListed) return { code: "listed" }
  return isReadable ? gapInProof(search) : { code: "unreadable" }
}

type SearchToProve = ThoroughSearch & {
  /** Rows after which the service's list ended too early; null for a complete one. */
  shortAfterRows: number | null
}

/** Why a payout older than its key may have left unnoticed. */
export type DoubtBeforeSending = { code: "may_be"; ids: readonly string[] } | { code: "list_unread" }

/** @returns null when the search was complete and nothing matches */
export function doubtBeforeSending({
  mayBe,
  isComplete,
}: Pick<ThoroughSearch, "mayBe" | "isComplete">): DoubtBeforeSending | null {
  if (mayBe.length > 0) return { code: "may_be", ids: mayBe }
  return isComplete ? null : { code: "list_unread" }
}

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

/** `incomparable`: it reports too little to tell. `failed`: that proves nothing about ours. */
export type ReasonAgainstBeing =
  | { code: "other_reference" | "of_an_invoice" | "made_before" | "incomparable" | "failed" }
  | { code: "differs"; difference: Difference }

/**
 * Why a withdrawal of the service cannot be the one of ours that a person takes it for.
 *
 * One with our reference is ours, where nothing differs. Without a reference it has to match in every
 * distinguishing field, be no older than ours, and not have failed: that would prove nothing about ours.
 *
 * @returns null when nothing speaks against it
 */
export function reasonAgainstBeing(
  ours: LostWithdrawal,
  theirs: Withdrawal,
  phase: WithdrawalPhase
): ReasonAgainstBeing | null {
  const { clientReference, invoiceId, amount, destinationAddress } = theirs
  if (clientReference !== undefined && clientReference !== ours.id) return { code: "other_reference" }
  if (invoiceId !== undefined) return { code: "of_an_invoice" }
  const difference = differenceFrom(ours, theirs)
  if (difference.length > 0) return { code: "differs", difference }
  if (clientReference !== undefined) return null
  if (isEarlier(ours, theirs)) return { code: "made_before" }
  if (amount === undefined || destinationAddress === undefined) return { code: "incomparable" }
  return phase === "failed" ? { code: "failed" } : null
}

function isEarlier({ first_sent_at }: LostWithdrawal, { createdAt }: Withdrawal): boolean {
  if (first_sent_at === null || createdAt === undefined) return false
  return Date.parse(createdAt) < first_sent_at.getTime() - CLOCKS_DIFFER_MS
}
