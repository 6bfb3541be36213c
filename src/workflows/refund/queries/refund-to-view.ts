import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { inUnit } from "../../../domain/money"
import {
  explorerLinks,
  type ExplorerLinks,
  type ExplorerQuestion,
} from "../../../domain/payment/payment-page"
import { sharesSymbol } from "../../../domain/payment/rails"
import { findAssetProblem } from "../../../domain/payout/address-problem"
import type { PayoutCode } from "../../../domain/payout/payout-gate"
import { isTakenByFee } from "../../../domain/refund/refund-amount"
import { calculateRefund, calculateSums, isOfAnotherAsset } from "../../../domain/refund/refund-calculation"
import type { RefundRate } from "../../../domain/refund/refund-lifecycle"
import { findToken } from "../../../gateway/asset"
import { GatewayError } from "../../../gateway/client/errors"
import type { ShownFiat } from "../../../modules/onchain/payment/medusa-payments"
import type { AnyPayment, PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { RefundRow } from "../../../modules/onchain/refund/refund-ledger"
import type { UsedRate } from "../../../modules/onchain/refund/refund-payouts"
import type { OnchainRefund, OnchainRefundDetail, OnchainRefundValue } from "../../../types/http"
import { assetProblemInWords } from "../../payout/payout-words"
import { loadActorNames, loadCustomerNames } from "../../person-names"
import { feeInWords, noteInWords, refundRefusalInWords } from "../refund-words"

/** Without a code where the provider does not answer. */
type PayoutObstacle = { code: PayoutCode | undefined; words: string }

/** @returns null when nothing about the asset prevents a payout */
export async function findPayoutObstacle(
  container: MedusaContainer,
  payment: PaymentRow,
  refund: RefundRow
): Promise<PayoutObstacle | null> {
  if (isOfAnotherAsset(payment, refund))
    return { code: "unknown_amount", words: anotherAssetInWords(payment) }
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
    const words = `The provider did not list its networks (${error.code}). Try again.`
    return { code: undefined, words }
  }
}

function anotherAssetInWords({ token, network_id }: PaymentRow): string {
  return (
    `The payment did not arrive as ${token} on ${network_id}, so it cannot be refunded from here. ` +
    `Refund it in the provider's dashboard and mark it as paid elsewhere.`
  )
}

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

/** What tells whose a payment is. */
type NamedPayment = Pick<
  AnyPayment,
  "state" | "applied_order_id" | "collection_id" | "customer_id" | "currency_code"
>

export type RefundNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  order: (payment: NamedPayment) => OnchainRefund["order"]
  /** The present owner of the order, else who paid. */
  customer: (payment: NamedPayment) => OnchainRefund["customer"]
  /** Who paid, where the order has gone to another account since; else null. */
  payer: (payment: NamedPayment) => OnchainRefund["customer"]
  explorer: (asked: ExplorerQuestion) => ExplorerLinks
  fiat: ShownFiat
}

/** A deleted payment leaves it without an order and a customer. */
export function refundToView(
  row: RefundRow,
  payment: NamedPayment | undefined,
  names: RefundNames
): OnchainRefund {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    order: payment ? names.order(payment) : null,
    customer: payment ? names.customer(payment) : null,
    payment_id: row.payment_id,
    session_id: row.session_id,
    fiat_amount: row.fiat_amount && names.fiat(row.fiat_amount, row.currency_code),
    currency_code: row.currency_code,
    token_amount: row.token_amount,
    token: row.token,
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    canonical_asset_id: row.canonical_asset_id,
    created_at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    withdrawal_id: row.withdrawal_id,
    last_error: row.last_error,
  }
}

const order = z.object({
  id: z.string(),
  display_id: z.number().nullable(),
  customer_id: z.string().nullish(),
})
const link = z.object({ payment_collection_id: z.string(), order: order.nullish() })
type Order = z.infer<typeof order>

/** One read per kind of name. @param actors admins to be named */
export async function loadRefundNames(
  container: MedusaContainer,
  payments: readonly NamedPayment[],
  actors: readonly (string | null)[] = []
): Promise<RefundNames> {
  const { networkNames, currencies } = container.resolve("onchain")
  const [networkName, fiat, actorName, ofCollections, applied] = await Promise.all([
    networkNames.load(),
    currencies.shown(payments.map(({ currency_code }) => currency_code)),
    loadActorNames(container, actors),
    loadOrdersOfCollections(container, present(payments.map(({ collection_id }) => collection_id))),
    loadOrders(container, present(payments.map(appliedTo))),
  ])
  const orderOf = (payment: NamedPayment): Order | null => {
    const id = appliedTo(payment)
    if (id !== null) return applied.get(id) ?? { id, display_id: null }
    return payment.collection_id === null ? null : (ofCollections.get(payment.collection_id) ?? null)
  }
  const customerIdOf = (payment: NamedPayment) => orderOf(payment)?.customer_id ?? payment.customer_id
  const ids = payments.flatMap((payment) => [customerIdOf(payment), payment.customer_id])
  const customer = await loadCustomerNames(container, ids)
  const { options } = container.resolve("onchain")
  return {
    networkName,
    fiat,
    actorName,
    explorer: (asked) => explorerLinks(options, asked),
    order: (payment) => {
      const found = orderOf(payment)
      return found && { id: found.id, display_id: found.display_id }
    },
    customer: (payment) => {
      const id = customerIdOf(payment)
      return id === null ? null : customer(id)
    },
    payer: (payment) => {
      const id = payment.customer_id
      return id === null || id === customerIdOf(payment) ? null : customer(id)
    },
  }
}

function appliedTo({ state, applied_order_id }: NamedPayment): string | null {
  return state === "captured" ? applied_order_id : null
}

async function loadOrdersOfCollections(
  container: MedusaContainer,
  ids: string[]
): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id", "order.id", "order.display_id", "order.customer_id"],
    filters: { payment_collection_id: ids },
  })
  const links = z.array(link).parse(data)
  return new Map(links.flatMap((row) => (row.order ? [[row.payment_collection_id, row.order] as const] : [])))
}

async function loadOrders(container: MedusaContainer, ids: string[]): Promise<Map<string, Order>> {
  if (ids.length === 0) return new Map()
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "display_id", "customer_id"], filters: { id: ids } })
  return new Map(
    z
      .array(order)
      .parse(data)
      .map((row) => [row.id, row] as const)
  )
}

function present(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))]
}
