import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { inUnit } from "../../../domain/money"
import { findToken, sharesSymbol } from "../../../gateway/asset"
import { type PayoutCode, findAssetProblem } from "../../../domain/payout/payout-gate"
import { isTakenByFee } from "../../../domain/refund/refund-amount"
import { calculateRefund, calculateSums, isOfAnotherAsset } from "../../../domain/refund/refund-calculation"
import type { RefundRate } from "../../../domain/refund/refund-lifecycle"
import { GatewayError } from "../../../gateway/client/errors"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { BookedRefundRow, RefundRow } from "../../../modules/onchain/refund/refund-ledger"
import type { UsedRate } from "../../../modules/onchain/refund/refund-service"
import type { OnchainRefund, OnchainRefundDetail, OnchainRefundValue } from "../../../types/http"
import type { NamedPayment, PaymentNames } from "../../payment/queries/payment-names"
import { assetProblemInWords } from "../../payout/payout-words"
import { columnsOf } from "../../person-names"
import { feeInWords, noteInWords, refundRefusalInWords } from "../refund-words"
import { inEnglish, say, toReason, type Words } from "../../../words/say"

export async function mustFindRefund(
  container: MedusaContainer,
  id: string
): Promise<{ refund: RefundRow; payment: PaymentRow }> {
  const refund = await container.resolve("onchain").refunds.find(id)
  if (!refund) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no refund ${id}.`)
  return { refund, payment: await paymentOfRefund(container, refund) }
}

export async function paymentOfRefund(container: MedusaContainer, refund: RefundRow): Promise<PaymentRow> {
  const payment = await container.resolve("onchain").payments.findOfRefund(refund)
  if (payment) return payment
  throw new Error(`refund ${refund.id} is of payment ${refund.payment_id}, which is not there`)
}

/** Without a code where the provider does not answer. */
type PayoutObstacle = { code: PayoutCode | undefined; words: Words }

export async function findPayoutObstacle(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow
): Promise<PayoutObstacle | null> {
  if (isOfAnotherAsset(payment, refund)) {
    const { token, network_id: networkId } = payment
    return { code: "unknown_amount", words: say("refund.other_asset", { token, networkId }) }
  }
  const { catalog, options } = container.resolve("onchain")
  try {
    const { networks, tokens } = await catalog.get()
    const { chain, network_id: networkId, token, canonical_asset_id: canonicalAssetId } = payment
    const network = networks.find((one) => one.chain === chain && one.networkId === networkId)
    const { environment } = options
    const asset = { chain, networkId, token, canonicalAssetId }
    const problem = findAssetProblem({ asset, tokens, network, environment })
    return problem && { code: problem.code, words: assetProblemInWords(problem) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { code: undefined, words: say("refund.no_catalog", { code: error.code }) }
  }
}

type Calculated = Pick<OnchainRefundDetail, "values" | "sums" | "payment_sums"> & {
  /** Why no amount of it can be paid out at any rate; null when one can. */
  amountProblem: Words | null
}

export async function loadRefundValues(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow,
  booked: readonly BookedRefundRow[]
): Promise<Calculated> {
  const { currencies, refunds, clock } = container.resolve("onchain")
  const [fee, fiatDecimals] = await Promise.all([
    refunds.recentFee(payment),
    currencies.decimalsOf(payment.currency_code),
  ])
  const calculate = (basis: RefundRate, price: string | null) =>
    calculateRefund(payment, refund, booked, { basis, price, enteredTokens: null, fiatDecimals })
  const reasonAgainst = (calculated: ReturnType<typeof calculate>) => {
    if ("code" in calculated) return refundRefusalInWords(calculated, payment)
    return isTakenByFee(calculated.tokens, fee) ? feeInWords(calculated.tokens, fee, payment.token) : null
  }
  const { fiat_amount: fiat, token_amount: tokens } = refund
  const payment_sums = paymentSumsOf(payment, booked, fiatDecimals)
  const atItsRate = calculate("payment", null)
  if (fiat === null) {
    // An unknown amount is no problem: the operator enters it.
    const amountProblem = tokens === null ? null : reasonAgainst(atItsRate)
    return { sums: { fiat, received_tokens: tokens, tokens }, payment_sums, values: null, amountProblem }
  }
  const share = "code" in atItsRate ? null : atItsRate.share
  const sums = {
    fiat: inUnit(fiat, fiatDecimals),
    received_tokens: (refund.state === "due" ? null : refund.share_amount) ?? share,
    tokens,
  }
  const today = await findTodaysRate(container, payment)
  const valueAt = (basis: RefundRate, rate: UsedRate): OnchainRefundValue => {
    const calculated = calculate(basis, today?.price ?? null)
    const reason = reasonAgainst(calculated)
    const value = "code" in calculated ? null : calculated
    return {
      ...{ rate: rate.price, rate_source: rate.source, rate_at: rate.at.toISOString() },
      ...{ is_possible: reason === null, ...toReason(reason) },
      note: value?.note ? inEnglish(noteInWords(value.note, payment)) : null,
      token_amount: value?.tokens ?? null,
    }
  }
  const recorded = { price: payment.rate, source: payment.rate_source, at: payment.rate_at }
  const values = {
    payment: valueAt("payment", recorded),
    today: valueAt("today", today ?? { price: "0", source: "none", at: new Date(clock()) }),
  }
  const isPossible = values.payment.is_possible || values.today.is_possible
  return { sums, payment_sums, values, amountProblem: isPossible ? null : reasonAgainst(atItsRate) }
}

function paymentSumsOf(
  payment: PaymentRow,
  booked: readonly BookedRefundRow[],
  fiatDecimals: number
): Calculated["payment_sums"] {
  const sums = calculateSums(payment, booked)
  return {
    captured_fiat: inUnit(sums.capturedFiat, fiatDecimals),
    refunded_fiat: inUnit(sums.refundedFiat, fiatDecimals),
    left_fiat: inUnit(sums.leftFiat, fiatDecimals),
    received_tokens: payment.received_amount === null ? null : sums.receivedTokens,
    refunded_tokens: sums.refundedTokens,
    left_tokens: sums.leftTokens,
  }
}

/** By the checkout's rules: a stale price is none. */
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

/** A deleted payment leaves it without an order and a customer. */
export function refundToView(
  row: RefundRow,
  payment: NamedPayment | undefined,
  names: PaymentNames
): OnchainRefund {
  return {
    ...columnsOf(row, "id", "kind", "state", "payment_id", "session_id", "currency_code", "token_amount"),
    ...columnsOf(row, "token", "chain", "network_id", "canonical_asset_id", "withdrawal_id", "last_error"),
    order: payment ? names.order(payment) : null,
    customer: payment ? names.customer(payment) : null,
    fiat_amount: row.fiat_amount && names.fiat(row.fiat_amount, row.currency_code),
    network_name: names.networkName(row.chain, row.network_id),
    created_at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
  }
}
