/** Expected end of an order, and of money that did not pay it. */
export interface Fate {
  /** Share of all orders, relative to the others. */
  weight: number
  payer: "guest" | "customer"
  /** In the cart. Customers buy two: one is below the service's minimum for a deposit to their own address. */
  pieces: number
  /**
   * `captured` exactly once; `cancelled` with nothing captured, or with the capture owed back; `unpaid` and
   * open, because a deposit that may belong to it waits for review; `none` where no order was placed. `as_paid`
   * depends on the money: which attempts the shopper could still open and pay is decided by the store's pace.
   */
  order: "captured" | "cancelled" | "unpaid" | "none" | "as_paid"
  /** What an operator must find in the queues, unless the order was cancelled before it was paid. */
  queue: "nothing" | "surplus" | "unallocated" | "review" | "unallocated_or_refund" | "as_paid"
  /** Money that the service does not count as payment. Absent where all of it counts. */
  astray?: Astray
}

/** Which of the shopper's transfers do not count, and the service's reason. */
export interface Astray {
  reason: string
  /** Index of the first one. */
  from: number
  /** Whether it must happen, or depends on how fast the chain is. */
  isCertain: boolean
}

type Rest = { queue?: Fate["queue"]; astray?: Astray }
const astray = (reason: string, from = 0, isCertain = true): Astray => ({ reason, from, isCertain })
const guest = (weight: number, order: Fate["order"], { queue = "nothing", ...rest }: Rest = {}): Fate => {
  return { weight, payer: "guest", pieces: 1, order, queue, ...rest }
}
const customer = (weight: number, order: Fate["order"], rest: Rest = {}): Fate => {
  return { ...guest(weight, order, rest), payer: "customer", pieces: 2 }
}

/** Money for an ended or already paid invoice: whether it counts depends on timing. */
const late = { astray: astray("invoice_not_payable", 0, false) }
const asPaid = (weight: number, rest: Rest = {}): Fate =>
  guest(weight, "as_paid", { queue: "as_paid", ...rest })

/**
 * Shoppers who place the order first, then choose a network and a token at least once. Each choice is an attempt of the same
 * payment.
 */
export const attemptFates = {
  chooses_after_the_order: asPaid(3),
  never_chooses: guest(1, "cancelled"),
  /** The invoice expired; the shopper requests a new quote for the same token. */
  takes_a_new_quote: asPaid(3),
  /** Two to five attempts. */
  switches_and_pays_the_last: asPaid(3),
  switches_and_pays_an_earlier_one: asPaid(3, late),
  /** Pays two of two to five attempts in quick succession. */
  pays_two_attempts: asPaid(4, late),
  /** Where the store knows of the part, it refuses another attempt. */
  pays_a_part_and_switches: asPaid(2, late),
  pays_the_expired_and_the_new_one: asPaid(2, late),
  /** Pays an old attempt after the payment has ended: captured, or in review. */
  pays_an_old_attempt_late: asPaid(3, late),
  pays_an_old_attempt_after_cancellation: asPaid(2, late),
  /** Pays the expired invoice, and asks for a new quote until the store knows of the money and refuses it. */
  pays_the_expired_and_asks_again: asPaid(3, late),
  /** An intent replaced by a newer one on its network may be gone, with its memo: the service reviews its deposits. */
  switches_intents: customer(3, "as_paid", {
    ...{ queue: "as_paid", astray: astray("unassigned_no_intent", 0, false) },
  }),
} as const satisfies Record<string, Fate>

/** Shoppers who place the order first and sign a transfer, which a facilitator sends, does not send, or misreports. */
export const signatureFates = {
  /** Sends the same signature again until the store knows the transaction. */
  signs_for_a_facilitator: asPaid(3, late),
  /** Does not wait for the facilitator, and pays the same address by hand. */
  signs_and_pays_by_hand: asPaid(1, late),
} as const satisfies Record<string, Fate>

/** Everything that a shopper of the run does with an order. */
export const fates = {
  pays_exactly: guest(30, "captured"),
  pays_in_two_parts: guest(6, "captured"),
  pays_too_much: guest(6, "captured", { queue: "surplus" }),
  pays_a_little_less: guest(5, "captured"),
  /** Half of the amount: the order is held for an operator, and cancelled without a decision. */
  pays_far_too_little: guest(5, "cancelled", { queue: "unallocated" }),
  /** Too little to hold stock: the order is cancelled on time, and the money is in the queue. */
  pays_dust: guest(3, "cancelled", { queue: "unallocated" }),
  /**
   * The second payment follows at once: the service counts both, or reviews the second when the first is
   * already final.
   */
  pays_twice: guest(5, "captured", { queue: "surplus", astray: astray("invoice_not_payable", 0, false) }),
  /** The service reviews the money sent to the payment's address: the order is held for an operator. */
  pays_a_wrong_token: guest(4, "unpaid", { queue: "review", astray: astray("wrong_asset") }),
  never_pays: guest(7, "cancelled"),
  /** The invoice has expired: the service reviews the money, and the order is held for an operator. */
  pays_after_expiry: guest(4, "unpaid", { queue: "review", astray: astray("invoice_not_payable") }),
  /** Unpaid in time, so the order is cancelled; its invoice is still open. */
  pays_after_cancellation: guest(4, "cancelled", { queue: "unallocated" }),
  /**
   * In the seconds in which the store cancels the order: it is captured, or cancelled with its money in the
   * queue.
   */
  pays_around_the_timeout: guest(4, "captured"),
  is_cancelled_then_pays: guest(4, "cancelled", { queue: "unallocated" }),
  pays_while_it_is_cancelled: guest(3, "cancelled", { queue: "unallocated_or_refund" }),
  changes_the_cart_and_pays_both: guest(3, "captured", { queue: "unallocated_or_refund" }),
  changes_the_cart_and_pays_the_old: guest(2, "none", { queue: "unallocated" }),
  pays_by_intent: customer(6, "captured"),
  pays_by_intent_a_wrong_amount: customer(3, "unpaid", {
    ...{ queue: "review", astray: astray("review_required_amount_mismatch") },
  }),
  pays_by_intent_and_again: customer(3, "captured", {
    ...{ queue: "review", astray: astray("unassigned_no_intent", 1) },
  }),
  /** Money on the customer's own address would be recorded nowhere: it is paid by invoice. */
  pays_below_the_minimum: { ...customer(3, "captured"), pieces: 1 },
  /** The second order replaces the first on the customer's address; only the second is paid. */
  orders_twice_and_pays_the_second: customer(3, "captured"),
  ...attemptFates,
  ...signatureFates,
} as const satisfies Record<string, Fate>

export type FateName = keyof typeof fates
export const fateNames = Object.keys(fates) as FateName[]

/** Selection of shoppers. */
export const planNames = ["all", "attempts", "signatures"] as const
export type PlanName = (typeof planNames)[number]
export const fatesOf: Record<PlanName, readonly FateName[]> = {
  all: fateNames,
  attempts: Object.keys(attemptFates) as FateName[],
  signatures: Object.keys(signatureFates) as FateName[],
}

/** Orders that a merchant cancels. Only the store itself cancels any other. */
export const cancelledByMerchant: ReadonlySet<FateName> = new Set([
  "is_cancelled_then_pays",
  "pays_while_it_is_cancelled",
])
