import { addAmounts, compareAmounts } from "../../gateway/amount"
import { isInReview, type KnownMoney } from "./known-money"
import { hasUnsettledMoney, isUndecidedPart } from "./partial-payment"
import type { RefundState } from "../refund/refund-lifecycle"
import { isSettledStatus, type PaymentResolution, type PaymentState } from "./payment-lifecycle"

/** Attempts per payment. Each is an invoice or an intent at the gateway. */
export const MOST_ATTEMPTS = 20

/**
 * Builds the intent's order id at the service: the session id, plus the attempt number from the second attempt on.
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
  /** Whether a reported amount is impossible. */
  implausible_amount: string | null
}

/**
 * Computes the refund due for an attempt that was not captured: everything it received. Money that is still confirming
 * does not count, because a reorganization may undo it.
 *
 * @returns decimal in token units; null when an operator must look it up; undefined when nothing was received
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
  /** Its money was first seen after the current attempt was opened, so the payer was not warned. */
  isNews: boolean
  /** Its refund is being paid out. */
  isRefundBegun: boolean
  /** Its settled money needs review, for example because it is too little. */
  isTroubled: boolean
  /** The session was deleted or the order was closed. */
  isGivenUp: boolean
}

/** The attempt that the payer sees, with the state of the payment. */
export type CurrentAttempt = Money & {
  unallocated_reason: string | null
  resolution: PaymentResolution | null
}

/** `take_over`: the payment continues with this attempt. `owe`: its money is a refund due. */
export type EarlierAttemptDecision = "take_over" | "owe" | "watch"

/**
 * Decides what happens to the money of an earlier attempt.
 *
 * The first attempt to settle is captured. Incoming money is shown, unless the payer knew about it and chose another attempt.
 * Money that can no longer be captured becomes a refund immediately. Money whose refund has begun is never captured, and money
 * in review never blocks money that needs none.
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

/** An earlier attempt as it is stored, with what is known of its money. */
export type StoredAttempt = AttemptMoney & {
  state: PaymentState
  part_seen_at: Date | null
  confirming_at: Date | null
  updated_at: Date
  abandoned_at: Date | null
  order_closed_at: Date | null
}

/** A refund of an attempt's own invoice. */
export type AttemptRefund = { state: RefundState; token_amount: string | null }

/**
 * Decides what happens to the money of an earlier attempt, and whether its refunds are withdrawn: the money pays the order
 * after all, or the service no longer confirms it. Only refunds that are still due can be withdrawn.
 *
 * @param trouble why its settled money would be held for review
 */
export function decideEarlierMoney(
  attempt: StoredAttempt,
  current: CurrentAttempt & { attempt_created_at: Date },
  refunds: readonly AttemptRefund[],
  trouble: string | null
): { decision: EarlierAttemptDecision; isWithdrawing: boolean } {
  const decision = decideEarlierAttempt(
    {
      ...attempt,
      isNews: seenAt(attempt) > current.attempt_created_at,
      isRefundBegun: refunds.some(({ state }) => state !== "due"),
      isTroubled: trouble !== null,
      isGivenUp: attempt.abandoned_at !== null || attempt.order_closed_at !== null,
    },
    current
  )
  return { decision, isWithdrawing: decision === "take_over" || isTakenBack(attempt, refunds) }
}

/** The rest of a part is news, although the part is not. */
function seenAt({ state, part_seen_at, confirming_at, updated_at }: StoredAttempt): Date {
  const partAt = state === "confirming" ? null : part_seen_at
  return partAt ?? confirming_at ?? updated_at
}

/** Whether the service no longer confirms all that is owed back. What a settled attempt brought is not doubted for an unknown status. */
function isTakenBack(attempt: StoredAttempt, refunds: readonly AttemptRefund[]): boolean {
  const money = moneyOfAttempt(attempt)
  if (attempt.state === "settled" || money === null || refunds.length === 0) return false
  return (
    money === undefined ||
    compareAmounts(addAmounts(...refunds.map(({ token_amount }) => token_amount ?? "0")), money) > 0
  )
}

/** Nothing is captured, decided, or about to be captured. */
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

/** Whether an interrupted opening may still continue at its stored price. */
export function isPriceFresh({ rate_at }: { rate_at: Date }, nowMs: number, maxAgeMs: number): boolean {
  return nowMs - rate_at.getTime() <= maxAgeMs
}

/** Why no further attempt can be opened. */
export type AttemptRefusal =
  | "paid"
  | "payment_on_its_way"
  | "in_review"
  | "partially_paid"
  | "session_deleted"
  | "order_cancelled"
  | "nothing_due"
  | "too_many_attempts"

export type AttemptFacts = {
  /** `choosing` before the first attempt. */
  state: PaymentState | "choosing"
  isAbandoned: boolean
  isOrderCancelled: boolean
  attemptCount: number
  known: KnownMoney
}

/**
 * Decides whether the payer can choose a network and a token.
 *
 * Not while money of the payment is known to be at the service, whatever record names it: an attempt asks for the full amount.
 * The rest of a part is paid to the attempt that received the part.
 *
 * @returns the reason why not, or null
 */
export function refuseAttempt(facts: AttemptFacts): AttemptRefusal | null {
  const { state } = facts
  if (state === "captured" || state === "settled") return "paid"
  if (facts.isOrderCancelled) return "order_cancelled"
  if (state === "confirming") return "payment_on_its_way"
  if (state === "unallocated" || isInReview(facts.known)) return "in_review"
  if (facts.known.hasPart) return "partially_paid"
  if (facts.isAbandoned) return "session_deleted"
  return facts.attemptCount >= MOST_ATTEMPTS ? "too_many_attempts" : null
}
