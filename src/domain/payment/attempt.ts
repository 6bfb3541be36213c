import { compareAmounts } from "../../gateway/amount"
import { hasUnsettledMoney, isUndecidedPart } from "./partial-payment"
import { isSettledStatus, type PaymentResolution, type PaymentState } from "./payment-lifecycle"

/** A payment keeps this many attempts: each is an invoice or an intent at the gateway. */
export const MOST_ATTEMPTS = 20

/**
 * How the service knows the order of an intent: the session, and from the second attempt on its number too.
 *
 * @example orderIdOfAttempt("payses_1", 2) // "payses_1_2"
 */
export function orderIdOfAttempt(sessionId: string, number: number): string {
  return number === 1 ? sessionId : `${sessionId}_${number}`
}

/** @example sessionOfOrderId("payses_1_2") // "payses_1" */
export function sessionOfOrderId(orderId: string): string {
  return /^(payses_[^_]+)_\d+$/.exec(orderId)?.[1] ?? orderId
}

/** Amounts are decimals in token units. */
export type AttemptMoney = {
  gateway_status: string | null
  expected_amount: string
  received_amount: string | null
  /** A reported amount that cannot be true. */
  implausible_amount: string | null
}

/**
 * What came to an attempt that is not captured, all of which is owed back. Money that is still being confirmed is not: the chain may
 * take it back, and a refund of it would be a gift.
 *
 * @returns decimal in token units, null when an operator has to look it up; undefined when nothing came
 */
export function moneyOfAttempt(attempt: AttemptMoney): string | null | undefined {
  const { gateway_status: status, received_amount: received } = attempt
  if (status === "confirming") return undefined
  if (received !== null && compareAmounts(received, "0") > 0) return received
  if (status === null || !isSettledStatus(status)) return undefined
  return status === "paid" && attempt.implausible_amount === null ? attempt.expected_amount : null
}

type Money = { state: PaymentState; gateway_status: string | null; received_amount: string | null }

export type EarlierAttempt = Money & {
  /** Its money was first seen after the current attempt was opened: the payer was not warned of it. */
  isNews: boolean
  /** A refund of its money is being paid out. */
  isRefundBegun: boolean
  /** A person has to look at its settled money, as when it is too little. */
  isTroubled: boolean
  /** The session was deleted or the order is closed. */
  isGivenUp: boolean
}

/** The attempt that the payment shows, with the state of the payment. */
export type CurrentAttempt = Money & {
  unallocated_reason: string | null
  resolution: PaymentResolution | null
}

/** `take_over`: the payment goes on with this attempt. `owe`: its money is owed back. */
export type EarlierAttemptDecision = "take_over" | "owe" | "watch"

/**
 * Decides what the money of an earlier attempt means for its payment.
 *
 * The first attempt that settles is captured. Money that is on its way is shown, unless the payer knew of it and chose another
 * attempt. What can no longer be captured is owed back: at once. Money whose refund has begun is never captured, and money that needs
 * a person never stands in the way of money that does not.
 */
export function decideEarlierAttempt(
  attempt: EarlierAttempt,
  current: CurrentAttempt
): EarlierAttemptDecision {
  const isSettled = attempt.state === "settled"
  const isConfirming = attempt.state === "confirming"
  const hasPart = hasUnsettledMoney(attempt)
  if (!isSettled && !isConfirming && !hasPart) return "watch"
  if (isSettled && canStillCapture(current, attempt)) {
    if (attempt.isRefundBegun) return "owe"
    return attempt.isTroubled && current.state === "confirming" ? "watch" : "take_over"
  }
  if (isSettled) return current.state === "settled" ? "watch" : "owe"
  if (hasPart && !isConfirming && (isOver(current) || attempt.isGivenUp || isEnded(attempt.state)))
    return "owe"
  if (attempt.isRefundBegun || isOver(current) || hasMoney(current)) return "watch"
  return attempt.isNews ? "take_over" : "watch"
}

/** Nothing is captured or decided, and no settled money is about to be. */
function canStillCapture(current: CurrentAttempt, { isTroubled }: EarlierAttempt): boolean {
  if (current.state !== "unallocated") return !isOver(current)
  return isUndecidedPart(current) || (!isTroubled && isUndecidedShort(current))
}

function isUndecidedShort({ unallocated_reason, resolution }: CurrentAttempt): boolean {
  return unallocated_reason === "underpaid" && resolution === null
}

function isOver({ state }: CurrentAttempt): boolean {
  return state === "captured" || state === "unallocated" || state === "settled"
}

function hasMoney(current: CurrentAttempt): boolean {
  return current.state === "confirming" || hasUnsettledMoney(current)
}

function isEnded(state: PaymentState): boolean {
  return state === "expired" || state === "failed" || state === "cancelled"
}

/** Whether an attempt whose opening was interrupted may still be opened at its price. */
export function isPriceFresh({ rate_at }: { rate_at: Date }, nowMs: number, maxAgeMs: number): boolean {
  return nowMs - rate_at.getTime() <= maxAgeMs
}

/** Why no further attempt is opened. */
export type AttemptRefusal =
  | "paid"
  | "payment_on_its_way"
  | "in_review"
  | "session_deleted"
  | "order_cancelled"
  | "total_changed"
  | "too_many_attempts"

export type AttemptFacts = {
  /** `choosing` before the first attempt. */
  state: PaymentState | "choosing"
  isAbandoned: boolean
  isOrderCancelled: boolean
  attemptCount: number
}

/**
 * Whether the payer can choose a network and a token, again or for the first time.
 *
 * Not while money is on its way or in review. A part that waits for its rest does not keep the payer from paying the whole
 * another way; the page warns first.
 *
 * @returns why not, or null
 */
export function refuseAttempt(facts: AttemptFacts): AttemptRefusal | null {
  const { state } = facts
  if (state === "captured" || state === "settled") return "paid"
  if (facts.isOrderCancelled) return "order_cancelled"
  if (state === "confirming") return "payment_on_its_way"
  if (state === "unallocated") return "in_review"
  if (facts.isAbandoned) return "session_deleted"
  return facts.attemptCount >= MOST_ATTEMPTS ? "too_many_attempts" : null
}
