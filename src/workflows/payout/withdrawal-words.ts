import { momentInWords } from "../../domain/moment-in-words"
import type { WithdrawalObstacle } from "../../domain/payout/withdrawal-choices"
import type { PastAction, WithdrawalProblem, WithdrawalRefusal } from "../../domain/payout/withdrawal-consent"
import type { WithdrawalState } from "../../domain/payout/withdrawal-lifecycle"
import type { InconsistentQuote } from "../../domain/payout/withdrawal-quote"
import type { OtherPayout } from "../../domain/payout/withdrawal-standing"
import { OWN_ADDRESS_WORDS } from "./destination-words"
import { approvalProblemInWords, limitProblemInWords, payoutRefusalInWords } from "./payout-words"
import { differenceInWords, signInWords } from "./withdrawal-gateway-words"

const NOT_SENT = "Nothing has been sent yet."

const IN_STATE = {
  requested: NOT_SENT,
  quoted: NOT_SENT,
  awaiting_approval: NOT_SENT,
  sending: "It is being sent.",
  sent: "The provider already has it.",
  unknown: "It may have been sent. Find it or close it as not sent first.",
  completed: "It is already paid.",
  failed: "It has failed. Request a new one.",
  refused: "It was refused. Request a new one.",
  cancelled: "It was cancelled. Request a new one.",
} as const satisfies Record<WithdrawalState, string>

/** Why an action on a withdrawal is not possible, beside its disabled button. */
export function obstacleInWords(obstacle: WithdrawalObstacle): string {
  switch (obstacle.code) {
    case "in_state":
      return IN_STATE[obstacle.state]
    case "awaiting_approval":
      return "It is confirmed. Another user must approve it."
    case "not_confirmed":
      return "It is not confirmed yet."
    case "quoting":
      return "A quote is being requested."
    case "no_quote":
      return "It has no quote. Request one first."
    case "expired":
      return "The quote has expired. Request a new one."
    case "still_sending":
      return "It is still being sent with the same key, as long as that is safe."
    case "no_mismatch":
      return "The provider does not contradict this store."
    case "mismatch_seen":
      return "It is already reviewed."
    case "followed":
      return `Its status is being checked. You can close it once the provider has not shown it for ${obstacle.days} days.`
    case "accepted":
    case "conflict":
      return signInWords(obstacle)
    case "payouts_off":
    case "payouts_not_allowed":
    case "payouts_api_key":
      return payoutRefusalInWords(obstacle)
    default:
      return withdrawalProblemInWords(obstacle)
  }
}

/** What speaks against a withdrawal itself. */
export function withdrawalProblemInWords(problem: WithdrawalProblem): string {
  switch (problem.code) {
    case "self_approval":
    case "approver_is_key":
    case "confirmation_void":
      return approvalProblemInWords(problem)
    case "no_limit":
    case "limit_exceeded":
      return limitProblemInWords(problem)
    case "quote_inconsistent":
      return `The provider's quote is inconsistent: ${inconsistencyInWords(problem)}. It cannot be confirmed. Request another quote. If that one is inconsistent too, report it to the provider.`
    case "quote_expired":
      return `The amount was computed ${momentInWords(problem.computedAt)} at the rate of that day. Cancel it and request a new payout of the refund.`
    case "destination_archived":
      return "Its destination is archived. Request a new one."
    case "destination_not_approved":
      return "Its destination awaits approval."
    case "own_address":
      return OWN_ADDRESS_WORDS
    case "already_done":
      return otherPayoutInWords(problem.otherPayout)
  }
}

function inconsistencyInWords(quote: InconsistentQuote): string {
  switch (quote.reason) {
    case "too_many_digits":
      return "a figure has more digits than any token"
    case "below_zero":
      return `${quote.figures.join(" and ")} below zero`
    case "fee_above_amount":
      return `the fee of ${quote.fee} is more than the amount of ${quote.amount}`
    case "net_above_amount":
      return `${quote.net} would arrive, which is more than the amount of ${quote.amount}`
    case "not_adding_up":
      return `${quote.net} would arrive, and the amount of ${quote.amount} without the fee of ${quote.fee} is ${quote.rest}`
    case "other_terms":
      return `it is for another ${differenceInWords(quote.difference)} than requested`
  }
}

const OTHER_PAYOUT = {
  requested: "is requested as well",
  quoted: "is requested as well",
  awaiting_approval: "waits for an approval as well",
  sending: "is being sent",
  sent: "is on its way",
  unknown: "may have been sent",
  completed: "is paid",
  failed: "is not what the provider reports",
  refused: "is not what the provider reports",
  cancelled: "is not what the provider reports",
} as const satisfies Record<WithdrawalState, string>

function otherPayoutInWords({ id, state, mismatch }: OtherPayout): string {
  const says = mismatch === null ? "" : ` ${mismatch}`
  return `Another payout of this refund, ${id}, ${OTHER_PAYOUT[state]}.${says} Review that one first: this one could pay the refund twice. Nothing was sent for this one, and you can cancel it.`
}

const QUOTE_CHANGED = {
  not_confirmed: "It is not confirmed yet.",
  quoting: "A new quote is being requested. Read it and confirm that one.",
  no_quote: "It no longer has a quote. Request a new one and confirm it.",
  newer_quote: "There is a newer quote. Read it and confirm that one.",
} as const

const CHANGED = "It has just changed. Reload it."

/** Why an action that was tried has changed nothing. */
export function refusalInWords(refusal: WithdrawalRefusal, nameOf: (actorId: string) => string): string {
  switch (refusal.reason) {
    case "done":
      return actionInWords(refusal.past, nameOf)
    case "in_state":
      return refusal.state === "cancelled" ? "It was cancelled." : `It is ${refusal.state} already.`
    case "not_possible": {
      const { past } = refusal
      const why = refusal.why && obstacleInWords(refusal.why)
      if (past === null) return why ?? CHANGED
      return `${actionInWords(past, nameOf)}${why === null ? "" : ` ${why}`}`
    }
    case "expired":
      return `The quote expired${refusal.at === null ? "" : ` ${momentInWords(refusal.at)}`}. Request a new one and confirm it.`
    case "taken":
      return `tx_hash: this is the transaction of withdrawal ${refusal.withdrawalId}. Give the one that paid this withdrawal.`
    case "problem":
      return withdrawalProblemInWords(refusal.problem)
    default:
      return QUOTE_CHANGED[refusal.reason]
  }
}

function actionInWords({ verb, by, at }: PastAction, nameOf: (actorId: string) => string): string {
  return `${nameOf(by)} ${verb} it${at === null ? "" : ` ${momentInWords(at)}`}.`
}
