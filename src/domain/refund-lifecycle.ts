/**
 * Why money is owed back: a refund of an order, what came on top of a payment, or money that had no order to go to.
 */
export const REFUND_KINDS = ["order", "surplus", "unallocated"] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

/** At which rate fiat that is owed back is turned into tokens. */
export const REFUND_RATES = ["payment", "today"] as const
export type RefundRate = (typeof REFUND_RATES)[number]

/**
 * States of a refund. `due` waits for a person; the others follow its latest payout: `quoted` until somebody confirms it,
 * `confirmed` until the service has it, `sent` until it is over, `done` once it is paid, or settled elsewhere by a person.
 */
export const REFUND_STATES = ["due", "quoted", "confirmed", "sent", "done"] as const
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * Where a refund can go from each state.
 *
 * It goes with its latest payout, and states of a payout that pass unseen are skipped. A payout that ended without money
 * makes it `due` again; one that the service calls sent after all takes it along. Apart from that only a person moves it:
 * from `due` to `quoted` by choosing a destination, from `due` to `done` by saying how it was settled elsewhere.
 */
export const REFUND_TRANSITIONS = {
  due: ["quoted", "sent", "done"],
  quoted: ["due", "confirmed", "sent", "done"],
  confirmed: ["due", "quoted", "sent", "done"],
  sent: ["due", "done"],
  done: [],
} as const satisfies Record<RefundState, readonly RefundState[]>

/** Whether the lifecycle has the edge. Staying is not an edge. */
export function canRefundMove(from: RefundState, to: RefundState): boolean {
  return (REFUND_TRANSITIONS[from] as readonly RefundState[]).includes(to)
}
