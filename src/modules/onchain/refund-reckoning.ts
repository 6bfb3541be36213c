import {
  refundAmount,
  refundSums,
  tokensOwed,
  type ActiveRefund,
  type RefundProblem,
  type RefundSums,
} from "../../domain/refund-amount"
import type { RefundRate } from "../../domain/refund-lifecycle"
import { formatAmount, parseAmount, truncateAmount } from "../../gateway/amount"
import type { PaymentRow } from "./payment-row"
import { roomFor } from "./refund-room"
import type { RefundRow } from "./refund-row"

/** How an operator wants a refund to be reckoned. */
export type RefundTerms = {
  basis: RefundRate
  /** Of today, in units of the currency for one token; null where there is none. */
  price: string | null
  /** What the operator says is owed, in token units, where nobody else has told. */
  enteredTokens: string | null
}

/**
 * What is paid out, and which part of the payment it stands for, in token units. Where tokens are owed there is no such part,
 * but for an amount that a person has entered: it says so, and is forgotten when its payout ends without money.
 */
export type ReckonedRefund = {
  tokens: string
  share: string | null
  /** What whoever asks for it has to know, in words. */
  note: string | null
}

/**
 * What a refund comes to, beside all others of its payment.
 *
 * @param booked the refunds of the payment, read under its lock where money depends on it
 */
export function reckonRefund(
  payment: PaymentRow,
  refund: RefundRow,
  booked: readonly RefundRow[],
  terms: RefundTerms
): ReckonedRefund | RefundProblem {
  const others = booked.filter(({ id, state }) => id !== refund.id && state !== "due")
  const room = roomFor(payment, refund, booked)
  if (refund.fiat_amount === null) return reckonTokens(payment, refund, terms, room)
  return refundAmount({
    ...basisOf(payment, others),
    room: room === null ? null : formatAmount(room, payment.decimals),
    fiat: refund.fiat_amount,
    basis: terms.basis,
    price: terms.price,
    token: payment.token,
    currencyCode: payment.currency_code,
  })
}

/** What was captured, came and was refunded of a payment, by refunds of its order. */
export function reckonSums(payment: PaymentRow, booked: readonly RefundRow[]): RefundSums {
  const anyOther = { id: "", kind: "order", fiat_amount: "0", token_amount: null } as const
  const room = roomFor(payment, anyOther, booked)
  const left = room === null ? null : formatAmount(room, payment.decimals)
  return refundSums({ ...basisOf(payment, booked), room: left })
}

/** In major units: where it pays another order, what of it does. */
function capturedFiat({ resolution, applied_amount, fiat_amount }: PaymentRow): string {
  return resolution === "apply" && applied_amount !== null ? applied_amount : fiat_amount
}

/** In token units: what was asked for, or what of it pays another order. What came beyond it is a refund of its own. */
function coveredTokens(payment: PaymentRow): string {
  const { resolution, resolved_token_amount: applied, expected_amount, decimals } = payment
  return resolution === "apply" && applied !== null ? truncateAmount(applied, decimals) : expected_amount
}

function basisOf(payment: PaymentRow, booked: readonly RefundRow[]) {
  return {
    captured: capturedFiat(payment),
    received: payment.received_amount,
    expected: coveredTokens(payment),
    decimals: payment.decimals,
    active: booked.flatMap(toActive),
  }
}

/** What was settled by other means counts as what it would have been at the rate of the payment. */
function toActive({ state, fiat_amount, share_amount, token_amount }: RefundRow): ActiveRefund[] {
  if (fiat_amount === null || state === "due") return []
  const share = share_amount ?? "0"
  return [{ fiat: fiat_amount, share, tokens: token_amount ?? share }]
}

function reckonTokens(
  payment: PaymentRow,
  refund: RefundRow,
  { enteredTokens }: RefundTerms,
  room: bigint | null
): ReckonedRefund | RefundProblem {
  const { decimals, token } = payment
  const owed = tokensOwed({ recorded: refund.token_amount, entered: enteredTokens, decimals, token })
  if ("code" in owed) return owed
  if (room !== null && parseAmount(owed.tokens, decimals) > room)
    return { code: "exceeds_received", words: excessInWords(payment, refund, room) }
  return { tokens: owed.tokens, share: refund.token_amount === null ? owed.tokens : null, note: null }
}

function excessInWords(
  { received_amount: received, token, decimals }: PaymentRow,
  { kind }: RefundRow,
  room: bigint
): string {
  const left = `${formatAmount(room, decimals)} ${token}`
  return kind === "surplus"
    ? `Only ${received} ${token} came for this payment. Beside its other refunds this one comes to ${left} at most.`
    : `Only ${received} ${token} came for this payment, and ${left} of them are not paid back or on their way.`
}
