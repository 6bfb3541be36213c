/**
 * Money of a payment that the service is known to have, by the record that names it. What is captured, held for review or owed
 * back is in the payment's state instead.
 */
export type KnownMoney = {
  /** An attempt has received something that the service does not call settled, and that is not owed back. */
  hasPart: boolean
  /** A deposit that belongs to the payment, or may be meant for it, waits for a decision. */
  hasDeposit: boolean
  /** The same, but the deposit belongs to another payment of the customer: an operator may still assign it to this one. */
  hasDepositOfSibling: boolean
  /** The money of an accepted deposit is in the queue of unallocated money. */
  hasAcceptedDeposit: boolean
  /** A transaction in review names one of its invoices, or went to one of its addresses. */
  hasTransaction: boolean
  /** Its payer named a transaction, and a list of the service has it in review. */
  hasConfirmedClaim: boolean
}

/**
 * Whether money for the payment has arrived and waits for an operator's decision.
 *
 * The payer then reads that it arrived, sees no address, and cannot open another attempt.
 */
export function isInReview(known: KnownMoney): boolean {
  return known.hasDeposit || known.hasAcceptedDeposit || known.hasTransaction || known.hasConfirmedClaim
}

/**
 * Whether an unpaid order is kept until an operator has decided.
 *
 * A part and accepted money keep it only for a time, see `holdUntil`.
 */
export function keepsOrder(known: KnownMoney): boolean {
  return known.hasDeposit || known.hasDepositOfSibling || known.hasTransaction || known.hasConfirmedClaim
}
