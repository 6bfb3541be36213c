import {
  addAmounts,
  compareAmounts,
  decimalsOf,
  formatAmount,
  multiplyDivide,
  padAmount,
  parseAmount,
  subtractAmounts,
  truncateAmount,
} from "../../gateway/amount"
import { isPayable, smallestUnit } from "../money"
import type { RefundRate } from "./refund-lifecycle"

/** The refund of what a captured payment received beyond its amount. */
export const surplusRefundId = (paymentId: string) => `surplus_${paymentId}`
/** The refund of a whole further deposit, by the invoice that the provider made from it. */
export const extraRefundId = (invoiceId: string) => `extra_${invoiceId}`
export const attemptRefundId = (attemptId: string) => `attempt_${attemptId}`
/** The refund of held money that pays no order. */
export const unallocatedRefundId = (paymentId: string) => `unallocated_${paymentId}`

/** Another refund that is paid or being paid: `fiat` in major units; its `share` of what arrived and its payout in token units. */
export type ActiveRefund = { fiat: string; share: string; tokens: string }

/** Why a refund cannot be paid out. Codes of the API; tokens in token units, fiat in major units. */
export type RefundRefusal =
  | { code: "over_refund"; leftFiat: string }
  | { code: "too_small"; isDust: boolean }
  | { code: "exceeds_received"; reason: "nothing_left" }
  | { code: "exceeds_received"; reason: "above_left"; wantedTokens: string; leftTokens: string }
  | {
      code: "exceeds_received"
      reason: "above_received"
      receivedTokens: string
      leftTokens: string
      isSurplus: boolean
    }
  | { code: "no_rate" }
  | { code: "unknown_amount" }

/** `gets_less`: earlier refunds took more than their part. `takes_more`: it leaves `otherTokens` for the other `otherFiat`. */
export type RefundNote =
  | { kind: "gets_less"; shareTokens: string; leftTokens: string }
  | { kind: "takes_more"; extraTokens: string; otherFiat: string; otherTokens: string }

type RefundAmount = { tokens: string; share: string; note: RefundNote | null }

export type RefundQuestion = {
  fiat: string
  /** Of the payment, in major units: what Medusa captured for it. */
  captured: string
  fiatDecimals: number
  /** In token units; null where the provider says only that all of it came. */
  received: string | null
  expected: string
  decimals: number
  active: readonly ActiveRefund[]
  /** What all other refunds leave, in token units; null when unknown. */
  room: string | null
  basis: RefundRate
  /** Today's, in units of the currency for one token; needed for `today`. */
  price?: string | null | undefined
}

/** Null when it exceeds what is left. Within a unit of the currency it takes all: Medusa computes with more digits than people enter. */
export function takenOf(amount: string, left: string, decimals: number): string | null {
  if (compareAmounts(left, "0") === 0) return null
  if (compareAmounts(amount, left) <= 0)
    return isPayable(subtractAmounts(left, amount), decimals) ? amount : left
  return compareAmounts(subtractAmounts(amount, left), smallestUnit(decimals)) < 0 ? left : null
}

/** What a payment has for all its refunds. */
type Basis = Omit<RefundQuestion, "fiat" | "fiatDecimals" | "basis" | "price">

/**
 * At the payment's rate a refund takes the same part of the tokens as of the captured money, rounded down; the last one takes the rest,
 * so that no dust stays. Where others took more than their part, it is what they left.
 */
export function refundAmount(question: RefundQuestion): RefundAmount | RefundRefusal {
  const { decimals, basis, price } = question
  const { inFiat, left } = leftOf(question)
  if (compareAmounts(question.fiat, "0") === 0) return { code: "too_small", isDust: false }
  const fiat = takenOf(question.fiat, left.fiat, question.fiatDecimals)
  if (fiat === null) return { code: "over_refund", leftFiat: inFiat(left.fiat) }
  if (left.tokens === 0n) return { code: "exceeds_received", reason: "nothing_left" }
  const share = partOf(left, fiat, decimals)
  const tokens = basis === "payment" ? least(share, left.tokens) : tokensFor(fiat, price, decimals)
  if (tokens === null) return { code: "no_rate" }
  const text = (units: bigint) => formatAmount(units, decimals)
  if (tokens > left.tokens)
    return {
      ...{ code: "exceeds_received", reason: "above_left" },
      ...{ wantedTokens: text(tokens), leftTokens: text(left.tokens) },
    }
  if (tokens === 0n) return { code: "too_small", isDust: true }
  const rest: Sums = {
    fiat: subtractAmounts(left.fiat, fiat),
    share: left.share - share,
    tokens: left.tokens - tokens,
  }
  const note = noteOn({ basis, share, tokens, rest }, text, inFiat)
  return { tokens: text(tokens), share: text(share), note }
}

function noteOn(
  { basis, share, tokens, rest }: { basis: RefundRate; share: bigint; tokens: bigint; rest: Sums },
  text: (units: bigint) => string,
  inFiat: (amount: string) => string
): RefundNote | null {
  if (basis === "payment")
    return tokens === share ? null : { kind: "gets_less", shareTokens: text(share), leftTokens: text(tokens) }
  if (tokens <= share || rest.tokens >= rest.share) return null
  return {
    kind: "takes_more",
    extraTokens: text(tokens - share),
    otherFiat: inFiat(rest.fiat),
    otherTokens: text(rest.tokens),
  }
}

/** `fee`: the lowest of the last quotes for this asset. */
export function isTakenByFee(tokens: string, fee: string | null): fee is string {
  return fee !== null && compareAmounts(tokens, fee) <= 0
}

/** In major units and token units. Never more than came up to the expected amount, and never negative. */
export function refundSums(question: Basis) {
  const { inFiat, left, came, spent } = leftOf({ ...question, fiat: "0" })
  const { decimals } = question
  return {
    capturedFiat: inFiat(question.captured),
    refundedFiat: inFiat(spent.fiat),
    leftFiat: inFiat(left.fiat),
    receivedTokens: formatAmount(came, decimals),
    refundedTokens: formatAmount(spent.tokens, decimals),
    leftTokens: formatAmount(left.tokens, decimals),
  }
}

/** A recorded amount comes from the provider and may have more digits than the token; one entered by the operator is exact. */
export function tokensOwed({
  recorded,
  entered,
  decimals,
}: {
  recorded: string | null
  entered: string | null | undefined
  decimals: number
}): { tokens: string } | RefundRefusal {
  const text = recorded === null ? entered : truncateAmount(recorded, decimals)
  if (text === null || text === undefined) return { code: "unknown_amount" }
  const tokens = parseAmount(text, decimals)
  return tokens === 0n ? { code: "too_small", isDust: false } : { tokens: formatAmount(tokens, decimals) }
}

type Sums = { fiat: string; share: bigint; tokens: bigint }

function leftOf(question: Basis & { fiat: string }) {
  const { fiat, captured, decimals, active, room } = question
  const texts = [fiat, captured, ...active.map((refund) => refund.fiat)]
  const fiatDecimals = Math.max(...texts.map(decimalsOf))
  const inFiat = (amount: string) => padAmount(amount, fiatDecimals)
  const came = tokensThatCame(question)
  const spent: Sums = {
    fiat: addAmounts(...active.map((refund) => refund.fiat)),
    share: sum(active.map((refund) => parseAmount(refund.share, decimals))),
    tokens: sum(active.map((refund) => parseAmount(refund.tokens, decimals))),
  }
  const left: Sums = {
    fiat: compareAmounts(captured, spent.fiat) > 0 ? subtractAmounts(captured, spent.fiat) : "0",
    share: notNegative(came - spent.share),
    tokens: least(
      notNegative(came - spent.tokens),
      room === null ? came : notNegative(parseAmount(room, decimals))
    ),
  }
  return { inFiat, came, spent, left }
}

/** What came up to the expected amount. A payment that came short is worth what came. */
function tokensThatCame({ received, expected, decimals }: Basis): bigint {
  const asked = parseAmount(expected, decimals)
  if (received === null) return asked
  const came = parseAmount(truncateAmount(received, decimals), decimals)
  return came < asked ? came : asked
}

/** Rounded down, so the last of the money takes the last of the tokens. */
function partOf(left: Sums, fiat: string, decimals: number): bigint {
  return multiplyDivide(formatAmount(left.share, decimals), { times: fiat, by: left.fiat }, decimals, "down")
}

function tokensFor(fiat: string, price: string | null | undefined, decimals: number): bigint | null {
  if (price === null || price === undefined || compareAmounts(price, "0") === 0) return null
  return multiplyDivide(fiat, { by: price }, decimals, "down")
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function notNegative(value: bigint): bigint {
  return value < 0n ? 0n : value
}

/** A payment of Medusa with our provider. Amounts in major units. */
export type RefundablePayment = {
  id: string
  sessionId: string
  captured: readonly string[]
  refunded: readonly string[]
}

export type OrderRefundProblem =
  | { code: "no_payment" | "payment_unknown" | "payment_needed" }
  | { code: "decimals"; decimals: number }
  | { code: "over_refund"; left: string }

/** `amount` to refund in Medusa: all that is left, to the last digit, where the refund ends it. */
type OrderRefundDecision =
  { kind: "refund"; paymentId: string; amount: string } | { kind: "refused"; problem: OrderRefundProblem }

/** Decides which payment of an order a refund is of. `chosen` names the payment or its session; null where the order has one. */
export function decideOrderRefund(question: {
  payments: readonly RefundablePayment[]
  amount: string
  decimals: number
  chosen: readonly string[] | null
  isExact: boolean
}): OrderRefundDecision {
  const { amount, decimals, chosen, isExact } = question
  const captured = question.payments.filter((payment) => payment.captured.length > 0)
  if (captured.length === 0) return { kind: "refused", problem: { code: "no_payment" } }
  const named = captured.filter(({ id, sessionId }) => chosen?.some((one) => one === id || one === sessionId))
  const open = captured.filter((payment) => isPayable(leftOfPayment(payment), decimals))
  const candidates = chosen === null ? (open.length === 0 ? captured.slice(-1) : open) : named
  const [payment, ...others] = candidates
  if (!payment) return { kind: "refused", problem: { code: "payment_unknown" } }
  if (others.length > 0) return { kind: "refused", problem: { code: "payment_needed" } }
  const left = leftOfPayment(payment)
  if (!isPayable(left, decimals)) return { kind: "refused", problem: { code: "over_refund", left: "0" } }
  const taken = takenOf(amount, left, decimals)
  if (taken === null)
    return { kind: "refused", problem: { code: "over_refund", left: inUnits(left, decimals) } }
  // What ends it has the digits that Medusa computed with.
  if (isExact && taken !== left && digitsAfterPoint(amount) > decimals)
    return { kind: "refused", problem: { code: "decimals", decimals } }
  return { kind: "refund", paymentId: payment.id, amount: taken }
}

function inUnits(amount: string, decimals: number): string {
  return formatAmount(multiplyDivide(amount, {}, decimals, "half_up"), decimals)
}

function digitsAfterPoint(amount: string): number {
  return (amount.split(".")[1] ?? "").replace(/0+$/, "").length
}

function leftOfPayment({ captured, refunded }: RefundablePayment): string {
  const [came, back] = [addAmounts(...captured), addAmounts(...refunded)]
  return compareAmounts(came, back) > 0 ? subtractAmounts(came, back) : "0"
}
