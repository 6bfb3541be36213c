import {
  addAmounts,
  compareAmounts,
  formatAmount,
  isWithinBps,
  multiplyDivide,
  parseAmount,
  WHOLE_BPS,
} from "../../gateway/amount"
import { isDecimalString } from "../../gateway/contract/wire"
import type { RefundState } from "../refund/refund-lifecycle"
import { isInReview, type KnownMoney } from "./invoice-reading"
import {
  canPayAnew,
  isEnded,
  isSettledStatus,
  isUndecided,
  type PaymentFacts,
  type PaymentState,
} from "./payment-status"
import { hasUnsettledMoney, isUndecidedPart } from "./received-amount"

/** Currency units for one token, as exact decimal text. */
export type Rate = { price: string; source: string; asOfMs: number }

/**
 * Converts money to tokens, rounded up, so that the quoted amount is never less than the order's total.
 *
 * @throws AmountError when the price is zero or a text is no decimal
 * @example fiatToToken({ fiatAmount: "10", price: "3", decimals: 6, spreadBps: 0 }) // "3.333334"
 */
export function fiatToToken({
  fiatAmount,
  price,
  decimals,
  spreadBps,
}: Record<"fiatAmount" | "price", string> & Record<"decimals" | "spreadBps", number>): string {
  const times = formatAmount(WHOLE_BPS + BigInt(spreadBps), 4)
  return formatAmount(multiplyDivide(fiatAmount, { times, by: price }, decimals, "up"), decimals)
}

/** `unknown`: the source does not have the token. `failed`: it did not answer, or its answer is unreadable. */
export type RateAnswer =
  ({ kind: "price" } & Rate) | { kind: "unknown"; source: string } | { kind: "failed"; source: string }

/** Why a rail has no price. Public: in the store API, `docs/developers/errors.md` and on the health page. */
export type RateProblem = "no_rate" | "rate_failed" | "rate_stale" | "rate_disputed"

export type RateTerms = {
  nowMs: number
  /** Maximum age of a price, and how far in the future it may be. */
  maxAgeMs: number
  /** Maximum difference between two prices, of the lower one. */
  maxDisagreementBps: number
}

/**
 * Chooses a token's price: the first usable answer in the merchant's order, unless other usable prices dispute it. There is no
 * averaging, so the stored price, source and time can be audited.
 */
export function chooseRate(answers: readonly RateAnswer[], terms: RateTerms): Rate | RateProblem {
  const prices = answers.flatMap((answer) => (answer.kind === "price" ? [answer] : []))
  const readable = prices.filter(({ price }) => isPrice(price))
  const usable = readable.filter(({ asOfMs }) => Math.abs(terms.nowMs - asOfMs) <= terms.maxAgeMs)
  const [first] = usable
  if (first === undefined) {
    if (readable.length > 0) return "rate_stale"
    const hasFailed = prices.length > 0 || answers.some(({ kind }) => kind === "failed")
    return hasFailed ? "rate_failed" : "no_rate"
  }
  if (isDisputed(usable, terms.maxDisagreementBps)) return "rate_disputed"
  const { price, source, asOfMs } = first
  return { price, source, asOfMs }
}

/** More digits on a side of the point mean a faulty source. */
const MOST_DIGITS = 30

export function isPrice(text: string): boolean {
  const [whole = "", fraction = ""] = text.split(".")
  const isBounded = whole.length <= MOST_DIGITS && fraction.length <= MOST_DIGITS
  return isBounded && isDecimalString(text) && /[1-9]/.test(text)
}

function isDisputed(prices: readonly Rate[], maxDisagreementBps: number): boolean {
  const units = prices.map(({ price }) => parseAmount(price, MOST_DIGITS))
  const lowest = units.reduce((a, b) => (b < a ? b : a))
  const highest = units.reduce((a, b) => (b > a ? b : a))
  return !isWithinBps(highest, lowest, maxDisagreementBps)
}

/** Each attempt is an invoice or an intent at the gateway. */
export const MOST_ATTEMPTS = 20

/** @returns the intent's order id at the service @example orderIdOfAttempt("payses_1", 2) // "payses_1_2" */
export function orderIdOfAttempt(sessionId: string, number: number): string {
  return number === 1 ? sessionId : `${sessionId}_${number}`
}

/** @example sessionOfOrderId("payses_1_2") // "payses_1" */
export function sessionOfOrderId(orderId: string): string {
  return /^(payses_[^_]+)_\d+$/.exec(orderId)?.[1] ?? orderId
}

/**
 * The refund due for an attempt that was not captured: everything it received. Money that is still confirming does not count,
 * because a reorganization may undo it.
 *
 * @returns decimal in token units; null when an operator must look it up; undefined when nothing was received
 */
export function moneyOfAttempt(
  attempt: Pick<PaymentFacts, "gateway_status" | "expected_amount" | "received_amount" | "implausible_amount">
): string | null | undefined {
  const { gateway_status: status, received_amount: received } = attempt
  if (status === "confirming") return undefined
  if (received !== null && compareAmounts(received, "0") > 0) return received
  if (!isSettledStatus(status)) return undefined
  return status === "paid" && attempt.implausible_amount === null ? attempt.expected_amount : null
}

type EarlierAttempt = PaymentFacts & { updated_at: Date }
type CurrentAttempt = PaymentFacts & { attempt_created_at: Date }

/** A refund of an attempt's own invoice. */
type AttemptRefund = { state: RefundState; token_amount: string | null }

/** `take_over`: the payment continues with this attempt. `owe`: its money is a refund due. */
export type EarlierAttemptDecision = "take_over" | "owe" | "watch"

/**
 * Decides what happens to the money of an earlier attempt, and whether its refunds are withdrawn: the money pays the order
 * after all, or the service no longer confirms it. Only refunds that are still due can be withdrawn.
 *
 * @param trouble why its settled money would be held for review
 */
export function decideEarlierMoney(
  attempt: EarlierAttempt,
  current: CurrentAttempt,
  refunds: readonly AttemptRefund[],
  trouble: string | null
): { decision: EarlierAttemptDecision; isWithdrawing: boolean } {
  const isRefundBegun = refunds.some(({ state }) => state !== "due")
  const decision = decideEarlierAttempt(attempt, current, { isRefundBegun, isTroubled: trouble !== null })
  return { decision, isWithdrawing: decision === "take_over" || isTakenBack(attempt, refunds) }
}

/**
 * The first attempt to settle is captured. Incoming money is shown, unless the payer knew about it and chose another attempt.
 * Money that can no longer be captured becomes a refund immediately. Money whose refund has begun is never captured, and money
 * in review never blocks money that needs no review.
 */
function decideEarlierAttempt(
  attempt: EarlierAttempt,
  current: CurrentAttempt,
  { isRefundBegun, isTroubled }: { isRefundBegun: boolean; isTroubled: boolean }
): EarlierAttemptDecision {
  const { state } = attempt
  const hasPart = hasUnsettledMoney(attempt)
  if (state === "settled") {
    if (!canStillCapture(current, isTroubled)) return current.state === "settled" ? "watch" : "owe"
    if (isRefundBegun) return "owe"
    return isTroubled && current.state === "confirming" ? "watch" : "take_over"
  }
  if (state !== "confirming" && !hasPart) return "watch"
  const isGivenUp = attempt.abandoned_at !== null || attempt.order_closed_at !== null || isEnded(state)
  if (state !== "confirming" && (isOver(current) || isGivenUp)) return "owe"
  if (isRefundBegun || !canPayAnew(current.state) || hasUnsettledMoney(current)) return "watch"
  // The payer was not warned of money that was first seen after the current attempt was opened.
  return seenAt(attempt) > current.attempt_created_at ? "take_over" : "watch"
}

/** The rest of a part is news, although the part is not. */
function seenAt({ state, part_seen_at, confirming_at, updated_at }: EarlierAttempt): Date {
  const partAt = state === "confirming" ? null : part_seen_at
  return partAt ?? confirming_at ?? updated_at
}

/** Whether the service no longer confirms all that is owed back. Settled money is not doubted for an unknown status. */
function isTakenBack(attempt: EarlierAttempt, refunds: readonly AttemptRefund[]): boolean {
  const money = moneyOfAttempt(attempt)
  if (attempt.state === "settled" || money === null || refunds.length === 0) return false
  const owed = addAmounts(...refunds.map(({ token_amount }) => token_amount ?? "0"))
  return money === undefined || compareAmounts(owed, money) > 0
}

/** Nothing is captured, decided, or about to be captured. */
function canStillCapture(current: CurrentAttempt, isTroubled: boolean): boolean {
  if (current.state !== "unallocated") return !isOver(current)
  return isUndecidedPart(current) || (!isTroubled && isUndecided(current, "underpaid"))
}

function isOver({ state }: CurrentAttempt): boolean {
  return state === "captured" || state === "unallocated" || state === "settled"
}

/** An interrupted opening continues at its stored price only while the price is fresh. */
export function isPriceFresh({ rate_at }: { rate_at: Date }, nowMs: number, maxAgeMs: number): boolean {
  return nowMs - rate_at.getTime() <= maxAgeMs
}

export type AttemptRefusal =
  | "paid"
  | "payment_on_its_way"
  | "in_review"
  | "partially_paid"
  | "session_deleted"
  | "order_cancelled"
  | "nothing_due"
  | "too_many_attempts"

/**
 * Why the payer cannot choose a network and a token, or null.
 *
 * An attempt asks for the full amount, so it is refused while any record of the service names money of the payment. The rest of a
 * part is paid to the attempt that received the part.
 */
export function refuseAttempt(
  {
    state,
    abandoned_at,
    order_closed_at,
  }: Pick<PaymentFacts, "abandoned_at" | "order_closed_at"> & {
    state: PaymentState | "choosing"
  },
  known: KnownMoney,
  { attemptCount = 0, isOrderCancelled = false } = {}
): AttemptRefusal | null {
  if (state === "captured" || state === "settled") return "paid"
  if (isOrderCancelled || order_closed_at !== null) return "order_cancelled"
  if (state === "confirming") return "payment_on_its_way"
  if (state === "unallocated" || isInReview(known)) return "in_review"
  if (known.hasPart) return "partially_paid"
  if (abandoned_at !== null) return "session_deleted"
  return attemptCount >= MOST_ATTEMPTS ? "too_many_attempts" : null
}
