import { compareAmounts } from "../gateway/amount"
import { saysItHasIt } from "./withdrawal-answer"

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
