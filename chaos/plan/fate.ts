/** What an order has to be in the end, and where odd money has to be found. */
export interface Fate {
  /** Share of all orders, in relation to the others. */
  weight: number
  payer: "guest" | "customer"
  /**
   * `captured` exactly once; `cancelled` with nothing captured, or with what was captured owed back; `unpaid` and
   * perhaps open, because a deposit that may be meant for it waits for a person; `none` where no order was placed.
   */
  order: "captured" | "cancelled" | "unpaid" | "none"
  /** What a person has to find in the queues because of it. */
  queue: "nothing" | "surplus" | "unallocated" | "review" | "unallocated_or_refund"
}

const guest = (weight: number, order: Fate["order"], queue: Fate["queue"] = "nothing"): Fate => {
  return { weight, payer: "guest", order, queue }
}
const customer = (weight: number, order: Fate["order"], queue: Fate["queue"] = "nothing"): Fate => {
  return { weight, payer: "customer", order, queue }
}

/** Everything that a shopper of the run does with an order. */
export const fates = {
  pays_exactly: guest(30, "captured"),
  pays_in_two_parts: guest(6, "captured"),
  pays_too_much: guest(6, "captured", "surplus"),
  pays_a_little_less: guest(5, "captured"),
  pays_far_too_little: guest(5, "cancelled", "unallocated"),
  /** The second payment comes with the first, so that the service takes both for the invoice. */
  pays_twice: guest(5, "captured", "surplus"),
  pays_a_wrong_token: guest(4, "cancelled"),
  never_pays: guest(7, "cancelled"),
  /** The invoice has expired: the service keeps the money by itself and does not tell of it. */
  pays_after_expiry: guest(4, "cancelled"),
  /** Nobody paid in time, so the order is cancelled; its invoice is still open. */
  pays_after_cancellation: guest(4, "cancelled", "unallocated"),
  is_cancelled_then_pays: guest(4, "cancelled", "unallocated"),
  pays_while_it_is_cancelled: guest(3, "cancelled", "unallocated_or_refund"),
  changes_the_cart_and_pays_both: guest(3, "captured", "unallocated"),
  changes_the_cart_and_pays_the_old: guest(2, "none", "unallocated"),
  pays_by_intent: customer(6, "captured"),
  pays_by_intent_a_wrong_amount: customer(3, "unpaid", "review"),
  pays_by_intent_and_again: customer(3, "captured", "review"),
  /** The second order takes the place of the first on the customer's address; only the second is paid. */
  orders_twice_and_pays_the_second: customer(3, "captured"),
} as const satisfies Record<string, Fate>

export type FateName = keyof typeof fates
export const fateNames = Object.keys(fates) as FateName[]
