/** Why money is owed back: a refund of an order, a surplus, or money without an order. */
export const REFUND_KINDS = ["order", "surplus", "unallocated"] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

export const REFUND_RATES = ["payment", "today"] as const
export type RefundRate = (typeof REFUND_RATES)[number]

/**
 * States of a refund. `due` waits for an operator; the others follow its latest payout: `quoted` until it is
 * confirmed, `confirmed` until the provider has it, `sent` until it is over, `done` once it is paid or
 * settled elsewhere.
 */
export const REFUND_STATES = ["due", "quoted", "confirmed", "sent", "done"] as const
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * Where a refund can go from each state.
 *
 * It follows its latest payout and may skip states. A payout that ended without money makes it `due` again;
 * one that the provider reports as sent after all takes it along. An operator moves it to `quoted` by
 * choosing a destination, and to `done` by settling it elsewhere.
 */
export const REFUND_TRANSITIONS = {
  due: ["quoted", "sent", "done"],
  quoted: ["due", "confirmed", "sent", "done"],
  confirmed: ["due", "quoted", "sent", "done"],
  sent: ["due", "done"],
  done: [],
} as const satisfies Record<RefundState, readonly RefundState[]>

export type RefundAction = "quote" | "settle"

export type RefundChoiceFacts = {
  state: RefundState
  mayMove: boolean
  /** The actor may record what was paid by other means, which takes no payout key. */
  maySettle: boolean
  isAssetPayable: boolean
  /** An amount of it can be paid out, at some rate. */
  isAmountPayable: boolean
  /** Medusa has deleted the refund of an order, or changed its amount. */
  isGoneInMedusa: boolean
  isSettledElsewhere: boolean
}

export type RefundChoiceRefusal =
  Exclude<RefundState, "due"> | "settled_elsewhere" | "not_allowed" | "medusa_has_none" | "asset" | "amount"

/** What stands against each action; null where it is possible. */
export function refundChoices(facts: RefundChoiceFacts): Record<RefundAction, RefundChoiceRefusal | null> {
  const { state, isSettledElsewhere, mayMove, maySettle } = facts
  if (state !== "due") {
    const ended = state === "done" && isSettledElsewhere ? "settled_elsewhere" : state
    return { quote: ended, settle: ended }
  }
  return {
    quote: mayMove ? refusalOfPayout(facts) : "not_allowed",
    settle: maySettle ? null : "not_allowed",
  }
}

function refusalOfPayout(facts: RefundChoiceFacts): RefundChoiceRefusal | null {
  if (facts.isGoneInMedusa) return "medusa_has_none"
  if (!facts.isAssetPayable) return "asset"
  return facts.isAmountPayable ? null : "amount"
}

/**
 * Finds refunds that Medusa took back and made again under a later id. One that was not made again stays:
 * Medusa may keep the money of an order that it never placed.
 *
 * @param recorded all refunds of orders of some payments, by Medusa's ids, which begin with the time
 * @param known ids of those that Medusa has
 * @returns ids of those that are owed twice
 * @example findRepeatedRefunds([{ id: "ref_1", payment_id: "p" }, { id: "ref_2", payment_id: "p" }], new
 * Set(["ref_2"])) // ["ref_1"]
 */
export function findRepeatedRefunds(
  recorded: readonly { id: string; payment_id: string }[],
  known: ReadonlySet<string>
): string[] {
  const isMadeAgain = ({ id, payment_id }: { id: string; payment_id: string }) =>
    recorded.some((other) => other.payment_id === payment_id && other.id > id && known.has(other.id))
  return recorded.filter((refund) => !known.has(refund.id) && isMadeAgain(refund)).map(({ id }) => id)
}
