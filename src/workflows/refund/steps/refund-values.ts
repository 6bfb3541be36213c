import type { MedusaContainer } from "@medusajs/framework/types"
import { feeProblem } from "../../../domain/refund-amount"
import type { RefundRate } from "../../../domain/refund-lifecycle"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { UsedRate } from "../../../modules/onchain/refund-payouts"
import { reckonRefund, reckonSums } from "../../../modules/onchain/refund-reckoning"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import type { OnchainRefundDetail, OnchainRefundValue } from "../../../types/http"
import { findTodaysRate } from "./todays-rate"

type Reckoned = Pick<OnchainRefundDetail, "values" | "sums"> & {
  /** Why no amount of it can be paid out, at any rate; null when one can. */
  amountProblem: string | null
}

/**
 * What a refund comes to at either rate, and what of its payment was refunded.
 *
 * @param booked all refunds of the payment
 */
export async function loadRefundValues(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow,
  booked: readonly RefundRow[]
): Promise<Reckoned> {
  const fee = await container.resolve("onchain").payouts.refunds.payouts.recentFee(payment)
  const sums = sumsOf(payment, booked)
  if (refund.fiat_amount === null)
    return { sums, values: null, amountProblem: problemOfTokens(payment, refund, booked, fee) }
  const values = await valuesOf(container, payment, { refund, booked, fee })
  const isPossible = values.payment.is_possible || values.today.is_possible
  return { sums, values, amountProblem: isPossible ? null : values.payment.reason }
}

/** Where nobody knows the amount, a person enters it. */
function problemOfTokens(
  payment: PaymentRow,
  refund: RefundRow,
  booked: readonly RefundRow[],
  fee: string | null
): string | null {
  if (refund.token_amount === null) return null
  const reckoned = reckonRefund(payment, refund, booked, {
    basis: "payment",
    price: null,
    enteredTokens: null,
  })
  return "code" in reckoned ? reckoned.words : feeProblem(reckoned.tokens, fee, payment.token)
}

type Question = { refund: RefundRow; booked: readonly RefundRow[]; fee: string | null }

function sumsOf(payment: PaymentRow, booked: readonly RefundRow[]): Reckoned["sums"] {
  const sums = reckonSums(payment, booked)
  return {
    captured_fiat: sums.capturedFiat,
    refunded_fiat: sums.refundedFiat,
    left_fiat: sums.leftFiat,
    received_tokens: payment.received_amount === null ? null : sums.receivedTokens,
    refunded_tokens: sums.refundedTokens,
    left_tokens: sums.leftTokens,
  }
}

async function valuesOf(
  container: MedusaContainer,
  payment: PaymentRow,
  { refund, booked, fee }: Question
): Promise<NonNullable<Reckoned["values"]>> {
  const today = await findTodaysRate(container, payment)
  const recorded = { price: payment.rate, source: payment.rate_source, at: payment.rate_at }
  const none = { price: "0", source: "none", at: new Date(container.resolve("onchain").clock()) }
  const valueAt = (basis: RefundRate, rate: UsedRate): OnchainRefundValue => {
    const terms = { basis, price: today?.price ?? null, enteredTokens: null }
    const reckoned = reckonRefund(payment, refund, booked, terms)
    const told = { rate: rate.price, rate_source: rate.source, rate_at: rate.at.toISOString() }
    if ("code" in reckoned)
      return { ...told, is_possible: false, reason: reckoned.words, note: null, token_amount: null }
    const { tokens: token_amount, note } = reckoned
    const reason = feeProblem(token_amount, fee, payment.token)
    return { ...told, is_possible: reason === null, reason, note, token_amount }
  }
  return { payment: valueAt("payment", recorded), today: valueAt("today", today ?? none) }
}
