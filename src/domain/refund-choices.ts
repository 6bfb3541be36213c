import { toChoice, type Choice } from "./choice"
import type { RefundState } from "./refund-lifecycle"

export const REFUND_ACTIONS = ["quote", "settle"] as const
export type RefundAction = (typeof REFUND_ACTIONS)[number]

/** What decides which actions are possible. */
export type RefundChoiceFacts = {
  state: RefundState
  /** Why whoever looks may not move money out, in words; null when they may. */
  refusal: string | null
  /** Why they may not note what was paid by other means, which takes no payout key. */
  settleRefusal: string | null
  /** Why the asset cannot be paid out, in words; null when it can. */
  assetProblem: string | null
  /** Why no amount of it can be paid out, at any rate, in words; null when one can. */
  amountProblem: string | null
  /** Of an order: Medusa has deleted the refund, or has it with another amount. */
  isGoneInMedusa: boolean
  /** It was settled by other means. */
  isSettledElsewhere: boolean
}

/** Which actions an operator has on a refund. */
export function refundChoices(facts: RefundChoiceFacts): Record<RefundAction, Choice> {
  const ended = reasonOfState(facts)
  return {
    quote: toChoice(ended ?? reasonAgainstPaying(facts)),
    settle: toChoice(ended ?? facts.settleRefusal),
  }
}

const UNDER_WAY = {
  due: null,
  quoted: "A payout of it waits to be confirmed. Confirm or cancel that one.",
  confirmed: "A payout of it is confirmed.",
  sent: "A payout of it is under way.",
  done: "It is paid.",
} as const satisfies Record<RefundState, string | null>

function reasonOfState({ state, isSettledElsewhere }: RefundChoiceFacts): string | null {
  return state === "done" && isSettledElsewhere ? "It was settled by other means." : UNDER_WAY[state]
}

function reasonAgainstPaying(facts: RefundChoiceFacts): string | null {
  const { refusal, assetProblem, amountProblem, isGoneInMedusa } = facts
  if (refusal !== null) return refusal
  if (isGoneInMedusa) return MEDUSA_HAS_NONE
  return assetProblem ?? amountProblem
}

/** Of a refund that Medusa does not have, or has with another amount. */
export const MEDUSA_HAS_NONE =
  "Medusa has no such refund, so nothing is owed by it. Record the refund in Medusa first."
