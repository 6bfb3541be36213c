import type { PaymentState } from "./payment-lifecycle"

/** What is known about an order whose time to be paid is over. */
export type UnpaidOrderFacts = {
  /** States of all payments of the order, as just read from the gateway; without money that pays a part of it. */
  payments: readonly PaymentState[]
  /** A payment of ours is captured, and the order is still owed something. */
  isPaidInPart: boolean
  /** A payment of any method is authorized or captured. */
  hasOtherPayment: boolean
  hasFulfillment: boolean
  /** A cancellation for being unpaid was cut off after it gave the goods back: others may have bought them. */
  isHalfCancelled: boolean
  /** `pending` is the only status that can be cancelled and is worth it. */
  status: string
  /** A person keeps it although it is not paid in full. */
  isKept: boolean
  /** A large enough part of its money is here, and the time that a person has to decide is not over. */
  isHeldInPart: boolean
  /** A person has chosen money that is already here to pay this order. */
  hasApplication: boolean
  /** A deposit of the customer on the rail of a payment waits for a person. */
  hasDepositInReview: boolean
  /** Whether the deposits in review were read since its time was over, where one may be meant for it. */
  depositReading: Reading
  /** Whether deposits to its intents, which cannot be polled one by one, were looked for since its time was seen to be over. */
  search: Reading
  /** The gateway says that it does not know an invoice of the order, and has not said so for a day yet. */
  hasUnknownInvoice: boolean
}

/** What a reading of the service's lists has come to; an `incomplete` one proves nothing of what it does not have. */
export type Reading = "read" | "incomplete" | "busy"

/**
 * `wait` and `search` look again soon, `hold` when a person may have acted, `over` never. `incomplete` looks again too, and a
 * person sees that the order is kept and why.
 */
export type UnpaidOrderDecision =
  { kind: "cancel" } | { kind: "wait" | "search" | "incomplete" | "hold" | "over"; reason: string }

/**
 * Decides whether an order that is unpaid for too long is cancelled.
 *
 * Money that is on its way, or that lies here and may be meant for it, keeps the order alive: a part of it for the time of
 * its hold, and then it stays in the queue whatever becomes of the order. Dust keeps no order. Neither does what comes for an
 * order whose goods are given back already: that cancellation is brought to its end.
 */
export function decideUnpaidOrder(facts: UnpaidOrderFacts): UnpaidOrderDecision {
  if (facts.isPaidInPart) return { kind: "hold", reason: "it is paid in part" }
  if (facts.payments.includes("captured")) return { kind: "over", reason: "it is paid" }
  if (facts.hasOtherPayment) return { kind: "over", reason: "it has a payment of another session" }
  if (facts.isHalfCancelled) return { kind: "cancel" }
  if (facts.payments.some((state) => state === "confirming" || state === "settled"))
    return { kind: "wait", reason: "its payment is on the way" }
  if (facts.hasApplication) return { kind: "wait", reason: "money that is here is being applied to it" }
  if (facts.hasDepositInReview)
    return { kind: "hold", reason: "a deposit that may be meant for it waits for a person" }
  if (facts.isKept) return { kind: "hold", reason: "a person keeps it" }
  if (facts.isHeldInPart)
    return { kind: "hold", reason: "a part of its money is here for a person to decide about" }
  if (facts.hasFulfillment) return { kind: "hold", reason: "some of it is fulfilled" }
  if (facts.status !== "pending") return { kind: "hold", reason: `it is ${facts.status}` }
  if (facts.hasUnknownInvoice)
    return { kind: "hold", reason: "the service does not know its invoice, which may be a wrong key" }
  if (facts.depositReading === "incomplete")
    return { kind: "incomplete", reason: "the list of deposits in review is incomplete" }
  if (facts.search === "incomplete")
    return { kind: "incomplete", reason: "the lists of paid invoices are incomplete" }
  if (facts.depositReading === "busy")
    return { kind: "search", reason: "a deposit in review may not have been told of" }
  if (facts.search === "busy")
    return { kind: "search", reason: "a deposit to its intent may not have been told of" }
  return { kind: "cancel" }
}

/** Why an order cannot be kept by a person. */
export type KeepRefusal = "no_crypto_payment" | "order_cancelled" | "already_kept"

/** Decides whether a person may keep an order that is alive. @param payments all payments of the order */
export function refuseKeeping(payments: readonly { order_kept_at: Date | null }[]): KeepRefusal | null {
  if (payments.length === 0) return "no_crypto_payment"
  return payments.some(({ order_kept_at }) => order_kept_at !== null) ? "already_kept" : null
}
