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
import { extraRefundId } from "./refund-ids"
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
export type ReckonedRefund = { tokens: string; share: string | null }

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
  const reckoned =
    refund.fiat_amount === null
      ? reckonTokens(payment, refund, terms)
      : refundAmount({
          ...basisOf(payment, others),
          fiat: refund.fiat_amount,
          basis: terms.basis,
          price: terms.price,
          token: payment.token,
          currencyCode: payment.currency_code,
        })
  if ("code" in reckoned) return reckoned
  return findExcess(payment, refund, others, reckoned.tokens) ?? reckoned
}

/** What was captured, came and was refunded of a payment, by refunds of its order. */
export function reckonSums(payment: PaymentRow, booked: readonly RefundRow[]): RefundSums {
  return refundSums(basisOf(payment, booked))
}

/** What arrived was of another asset than the payment's, so that it cannot be paid out as the payment's. */
export function isOfAnotherAsset(payment: PaymentRow, refund: Pick<RefundRow, "kind">): boolean {
  return payment.unallocated_reason === "asset_mismatch" && refund.kind !== "order"
}

/** In major units: where it pays another order, what of it does. */
function capturedFiat({ resolution, applied_amount, fiat_amount }: PaymentRow): string {
  return resolution === "apply" && applied_amount !== null ? applied_amount : fiat_amount
}

function basisOf(payment: PaymentRow, booked: readonly RefundRow[]) {
  return {
    captured: capturedFiat(payment),
    received: payment.received_amount,
    expected: payment.expected_amount,
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
  { enteredTokens }: RefundTerms
): ReckonedRefund | RefundProblem {
  const { decimals, token } = payment
  const owed = tokensOwed({ recorded: refund.token_amount, entered: enteredTokens, decimals, token })
  if ("code" in owed) return owed
  return { tokens: owed.tokens, share: refund.token_amount === null ? owed.tokens : null }
}

/**
 * Refunds of an order, of a surplus and of money without an order are recorded for reasons of their own. Together they
 * never pay more than came. What a person has entered came beyond what the service told, and a further deposit is an
 * invoice of its own: neither is a part of it.
 */
function findExcess(
  payment: PaymentRow,
  refund: RefundRow,
  others: readonly RefundRow[],
  tokens: string
): RefundProblem | null {
  const { received_amount: received, decimals, token } = payment
  const isAsked = refund.fiat_amount === null && refund.token_amount === null
  if (received === null || isAsked || isExtra(refund) || isOfAnotherAsset(payment, refund)) return null
  const units = (amount: string) => parseAmount(truncateAmount(amount, decimals), decimals)
  const paid = others
    .filter((other) => !isExtra(other) && !isEntered(other))
    .reduce((total, other) => total + units(other.token_amount ?? other.share_amount ?? "0"), 0n)
  if (paid + units(tokens) <= units(received)) return null
  const words = `Only ${received} ${token} came for this payment, and ${formatAmount(paid, decimals)} of them are paid back or on their way.`
  return { code: "exceeds_received", words }
}

/** @see ReckonedRefund */
function isEntered({ fiat_amount, share_amount }: RefundRow): boolean {
  return fiat_amount === null && share_amount !== null
}

function isExtra({ id }: Pick<RefundRow, "id">): boolean {
  return id.startsWith(extraRefundId(""))
}
