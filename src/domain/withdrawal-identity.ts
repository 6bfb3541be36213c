import type { Withdrawal, WithdrawalPhase } from "../gateway/contract"
import { differenceFrom, type WithdrawalTerms } from "./withdrawal-truth"

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
