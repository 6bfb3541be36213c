import type { MedusaContainer } from "@medusajs/framework/types"
import type { RefundRate } from "../../../domain/refund-lifecycle"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { UsedRate } from "../../../modules/onchain/refund-payouts"
import { reckonRefund, reckonSums } from "../../../modules/onchain/refund-reckoning"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import type { OnchainRefundDetail, OnchainRefundValue } from "../../../types/http"
import { findTodaysRate } from "./todays-rate"

type Reckoned = Pick<OnchainRefundDetail, "values" | "sums">

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
  return {
    sums: sumsOf(payment, booked),
    values: refund.fiat_amount === null ? null : await valuesOf(container, payment, refund, booked),
  }
}

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
  refund: RefundRow,
  booked: readonly RefundRow[]
): Promise<NonNullable<Reckoned["values"]>> {
  const today = await findTodaysRate(container, payment)
  const recorded = { price: payment.rate, source: payment.rate_source, at: payment.rate_at }
  const none = { price: "0", source: "none", at: new Date(container.resolve("onchain").clock()) }
  const valueAt = (basis: RefundRate, rate: UsedRate): OnchainRefundValue => {
    const terms = { basis, price: today?.price ?? null, enteredTokens: null }
    const reckoned = reckonRefund(payment, refund, booked, terms)
    const told = { rate: rate.price, rate_source: rate.source, rate_at: rate.at.toISOString() }
    return "code" in reckoned
      ? { ...told, is_possible: false, reason: reckoned.words, note: null, token_amount: null }
      : { ...told, is_possible: true, reason: null, note: reckoned.note, token_amount: reckoned.tokens }
  }
  return { payment: valueAt("payment", recorded), today: valueAt("today", today ?? none) }
}
