import type { MedusaContainer } from "@medusajs/framework/types"
import { inUnit } from "../../../domain/money"
import { sharesSymbol } from "../../../domain/payment/rail-option"
import { isTakenByFee } from "../../../domain/refund/refund-amount"
import type { RefundRate } from "../../../domain/refund/refund-lifecycle"
import { findToken } from "../../../gateway/asset"
import { GatewayError } from "../../../gateway/client/errors"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { UsedRate } from "../../../modules/onchain/refund/refund-payouts"
import { calculateRefund, calculateSums } from "../../../domain/refund/refund-calculation"
import type { RefundRow } from "../../../modules/onchain/refund/refund-row"
import type { OnchainRefundDetail, OnchainRefundValue } from "../../../types/http"
import { feeInWords, noteInWords, refundRefusalInWords } from "../refund-words"

type Calculated = Pick<OnchainRefundDetail, "values" | "sums" | "payment_sums"> & {
  /** Why no amount of it can be paid out at any rate; null when one can. */
  amountProblem: string | null
}

/** @param booked all refunds of the payment */
export async function loadRefundValues(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow,
  booked: readonly RefundRow[]
): Promise<Calculated> {
  const { currencies, payouts } = container.resolve("onchain")
  const [fee, fiatDecimals] = await Promise.all([
    payouts.refunds.payouts.recentFee(payment),
    currencies.decimalsOf(payment.currency_code),
  ])
  const question = { refund, booked, fee, fiatDecimals }
  const own = ownSumsOf(payment, question)
  const sums = {
    sums: { ...own, fiat: own.fiat && inUnit(own.fiat, fiatDecimals) },
    payment_sums: paymentSumsOf(payment, booked, (amount) => inUnit(amount, fiatDecimals)),
  }
  if (refund.fiat_amount === null)
    return { ...sums, values: null, amountProblem: problemOfTokens(payment, question) }
  const values = await valuesOf(container, payment, question)
  const isPossible = values.payment.is_possible || values.today.is_possible
  return { ...sums, values, amountProblem: isPossible ? null : values.payment.reason }
}

/** An unknown amount is no problem: the operator enters it. */
function problemOfTokens(
  payment: PaymentRow,
  { refund, booked, fee, fiatDecimals }: Question
): string | null {
  if (refund.token_amount === null) return null
  const calculated = calculateRefund(payment, refund, booked, { ...AT_ITS_RATE, fiatDecimals })
  if ("code" in calculated) return refundRefusalInWords(calculated, payment)
  return isTakenByFee(calculated.tokens, fee) ? feeInWords(calculated.tokens, fee, payment.token) : null
}

type Question = {
  refund: RefundRow
  booked: readonly RefundRow[]
  fee: string | null
  /** Of the currency. */
  fiatDecimals: number
}

const AT_ITS_RATE = { basis: "payment", price: null, enteredTokens: null } as const

/** Of this refund alone: a surplus has its own tokens, a refund of an order its share of those that came. */
function ownSumsOf(payment: PaymentRow, { refund, booked, fiatDecimals }: Question): Calculated["sums"] {
  const { fiat_amount: fiat, token_amount: tokens, share_amount: share } = refund
  if (fiat === null) return { fiat, received_tokens: tokens, tokens }
  const terms = { ...AT_ITS_RATE, fiatDecimals }
  const calculated = share === null ? calculateRefund(payment, refund, booked, terms) : { share }
  return { fiat, received_tokens: "code" in calculated ? null : calculated.share, tokens }
}

function paymentSumsOf(
  payment: PaymentRow,
  booked: readonly RefundRow[],
  inCurrency: (amount: string) => string
): Calculated["payment_sums"] {
  const sums = calculateSums(payment, booked)
  return {
    captured_fiat: inCurrency(sums.capturedFiat),
    refunded_fiat: inCurrency(sums.refundedFiat),
    left_fiat: inCurrency(sums.leftFiat),
    received_tokens: payment.received_amount === null ? null : sums.receivedTokens,
    refunded_tokens: sums.refundedTokens,
    left_tokens: sums.leftTokens,
  }
}

async function valuesOf(
  container: MedusaContainer,
  payment: PaymentRow,
  { refund, booked, fee, fiatDecimals }: Question
): Promise<NonNullable<Calculated["values"]>> {
  const today = await findTodaysRate(container, payment)
  const recorded = { price: payment.rate, source: payment.rate_source, at: payment.rate_at }
  const none = { price: "0", source: "none", at: new Date(container.resolve("onchain").clock()) }
  const valueAt = (basis: RefundRate, rate: UsedRate): OnchainRefundValue => {
    const terms = { basis, price: today?.price ?? null, enteredTokens: null, fiatDecimals }
    const calculated = calculateRefund(payment, refund, booked, terms)
    const used = {
      basis: BASES[basis],
      rate: rate.price,
      rate_source: rate.source,
      rate_at: rate.at.toISOString(),
    }
    if ("code" in calculated) {
      const reason = refundRefusalInWords(calculated, payment)
      return { ...used, is_possible: false, reason, note: null, token_amount: null }
    }
    const { tokens: token_amount, note } = calculated
    const reason = isTakenByFee(token_amount, fee) ? feeInWords(token_amount, fee, payment.token) : null
    return {
      ...used,
      is_possible: reason === null,
      reason,
      note: note && noteInWords(note, payment),
      token_amount,
    }
  }
  return { payment: valueAt("payment", recorded), today: valueAt("today", today ?? none) }
}

const BASES = { payment: "tokens_received", today: "fiat_today" } as const satisfies Record<
  RefundRate,
  OnchainRefundValue["basis"]
>

/**
 * The current price of a payment's token, by the checkout's rules: a stale price is none. @returns null when
 * no source answers
 */
export async function findTodaysRate(
  container: MedusaContainer,
  payment: PaymentRow
): Promise<UsedRate | null> {
  const { catalog, rates } = container.resolve("onchain")
  const tokens = await catalog.get().then(
    (found) => found.tokens,
    (error: unknown) => {
      if (error instanceof GatewayError) return []
      throw error
    }
  )
  const { chain, network_id: networkId, canonical_asset_id: canonicalAssetId, currency_code } = payment
  const token = findToken(tokens, { chain, networkId, token: payment.token, canonicalAssetId })
  if (!token) return null
  const isSymbolShared = sharesSymbol(token, tokens)
  const rate = await rates.find({ token, currencyCode: currency_code, isSymbolShared })
  return typeof rate === "string"
    ? null
    : { price: rate.price, source: rate.source, at: new Date(rate.asOfMs) }
}
