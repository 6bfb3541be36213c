import { refuseAttempt } from "../../../domain/payment/attempt"
import { isInReview, isSameAddress, type KnownMoney } from "../../../domain/payment/invoice-reading"
import { columnsOf, explorerLinks, type Explorers } from "../../person-names"
import { isEnded, isPastExpiry, type PaymentState } from "../../../domain/payment/payment-status"
import { isReusableAddressChain } from "../../../domain/payment/rails"
import {
  hasUnsettledMoney,
  isPaidInPart,
  isUndecidedPart,
  remainingOf,
  surplusOf,
  shortfallOf,
} from "../../../domain/payment/received-amount"
import { isSignableRail, signableToken } from "../../../domain/payment/transfer-authorization"
import { compareAmounts } from "../../../gateway/amount"
import type { EnsuredRow } from "../../../modules/onchain/payment/address-book"
import type { ArrivedMoney, PaymentMoney } from "../../../modules/onchain/payment/payment-records"
import type { NetworkNaming } from "../../../gateway/client/lists"
import {
  type AnyPayment,
  isCurrent,
  type PaymentRow,
  type UnchosenPayment,
} from "../../../modules/onchain/payment/payment-row"
import type {
  OnchainContradiction,
  OnchainEnvironment,
  OnchainPayerStatus,
  OnchainPaymentAttempt,
  OnchainPaymentTransaction,
  OnchainPaymentView,
  OnchainReviewReason,
} from "../../../types/http"
import type { PayoutLegRow } from "../../../modules/onchain/payout/payout-legs"
import { legToView } from "../../payout/payout-legs"
import type { PaymentNames } from "./payment-names"

/**
 * Shows one attempt of a payment to an operator. Its state is its own, also once the payment is captured or held.
 *
 * @param shown legs of its split, and addresses of the customers as the service last confirmed them
 */
export function attemptToView(
  row: PaymentRow,
  names: PaymentNames,
  { legs, ensured }: { legs: readonly PayoutLegRow[]; ensured: readonly EnsuredRow[] }
): OnchainPaymentAttempt {
  const { chain, network_id, tx_hash, deposit_address } = row
  return {
    ...columnsOf(row, "kind", "gateway_invoice_id", "gateway_intent_id", "external_order_id"),
    ...columnsOf(row, "chain", "network_id", "token", "canonical_asset_id", "contract_address"),
    ...columnsOf(row, "expected_amount", "received_amount", "implausible_amount", "rate", "rate_source"),
    ...columnsOf(row, "deposit_address", "memo", "address_refusal", "tx_hash", "confirmations"),
    ...columnsOf(row, "confirmations_required", "last_error", "payout_route_id"),
    id: row.attempt_id,
    is_current: isCurrent(row),
    is_captured: isCurrent(row) && row.state === "captured",
    state: row.state === "captured" || row.state === "unallocated" ? "settled" : row.state,
    gateway_status: row.provider_status ?? row.gateway_status,
    status_meaning: row.gateway_status,
    network_name: names.networkName(chain, network_id),
    remaining_amount: remainingOf(row),
    is_paid_in_part: isPaidInPart(row),
    shortfall_amount: isCurrent(row) && row.state === "captured" ? shortfallOf(row) : null,
    rate_at: row.rate_at.toISOString(),
    reusable_address:
      row.kind === "auto_deposit" && isReusableAddressChain(chain)
        ? { confirmed_at: confirmedAt(row, ensured) }
        : null,
    explorer: names.explorer({ networkId: network_id, txHash: tx_hash, address: deposit_address }),
    created_at: row.attempt_created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    next_check_at: row.next_check_at?.toISOString() ?? null,
    legs: legs.map((leg) => legToView(leg, row, names)),
  }
}

function confirmedAt(
  { customer_id, chain, network_id, deposit_address: address }: PaymentRow,
  ensured: readonly EnsuredRow[]
): string | null {
  const own = ensured.find(
    (row) =>
      row.customer_id === customer_id &&
      row.chain === chain &&
      row.network_id === network_id &&
      isSameAddress(chain, row.address, address ?? "")
  )
  return own?.ensured_at.toISOString() ?? null
}

/** Null while the invoice confirms the money. */
export function contradictionToView(
  {
    contradiction,
    contradicted_at: at,
    contradiction_ended_at: endedAt,
    contradiction_ended_by: by,
  }: AnyPayment,
  { actorName }: Pick<PaymentNames, "actorName">
): OnchainContradiction | null {
  if (contradiction === null || at === null) return null
  return {
    status: contradiction,
    at: at.toISOString(),
    reviewed: endedAt === null ? null : { at: endedAt.toISOString(), by: actorName(by) },
  }
}

/**
 * Where the address of a view comes from: the row, the service just now, or nowhere. `refused` could not be
 * confirmed, `unasked` is not shown.
 */
export type AddressSource =
  { kind: "row" } | { kind: "confirmed"; address: string } | { kind: "refused" } | { kind: "unasked" }

/**
 * Shows a payment to its payer. One that is abandoned, expired, or whose order is cancelled has no address: money sent now would
 * have no order.
 */
export function paymentToView(
  payment: PaymentRow,
  context: {
    environment: OnchainEnvironment
    nowMs: number
    source: AddressSource
    orderOutstanding?: string | null
    known: PaymentMoney
    isSigned?: boolean
    networkName: NetworkNaming
    explorers?: Explorers
    x402?: { networks?: string[] | undefined } | undefined
  }
): OnchainPaymentView {
  const { environment, nowMs, x402, orderOutstanding = null, known, isSigned = false } = context
  const source: AddressSource = payment.address_refused_at === null ? context.source : { kind: "refused" }
  const stored = payerStatus(payment, { nowMs, orderOutstanding, known })
  const isRefused = source.kind === "refused"
  const isShowingAddress = !isRefused && (isPayable(stored) || stored === "confirming")
  const knownAddress =
    source.kind === "confirmed" ? source.address : source.kind === "row" ? payment.deposit_address : null
  const address = isShowingAddress ? knownAddress : null
  const isForGood = payment.address_refused_at !== null && payment.state === "awaiting"
  const isUnavailable = isRefused && (isPayable(stored) || (isForGood && stored === "preparing"))
  const status = isUnavailable ? "address_unavailable" : stored
  return {
    ...columnsOf(payment, "session_id", "kind", "chain", "network_id", "token", "decimals"),
    ...columnsOf(payment, "canonical_asset_id", "contract_address", "received_amount", "tx_hash"),
    ...columnsOf(payment, "confirmations", "confirmations_required", "fiat_amount", "currency_code"),
    status,
    rail: payment.rail_id,
    network_name: context.networkName(payment.chain, payment.network_id),
    amount: payment.expected_amount,
    remaining_amount: remainingOf(payment),
    overpaid_amount: surplusOf(payment) ?? null,
    order_outstanding: orderOutstanding,
    deposit_address: address,
    memo: isShowingAddress ? payment.memo : null,
    claimed_tx_hash: known.claimedTxHash,
    expires_at: payment.expires_at?.toISOString() ?? null,
    paid_at: (status === "paid" && payment.settled_at?.toISOString()) || null,
    rate: { price: payment.rate, source: payment.rate_source, at: payment.rate_at.toISOString() },
    can_choose: orderOutstanding === null && refuseAttempt(payment, known) === null,
    can_sign:
      x402 !== undefined &&
      stored === "awaiting_payment" &&
      !known.hasReceivedSome &&
      isSignableRail(payment, { environment, networks: x402.networks }) &&
      signableToken(payment) !== null,
    is_signed: isSigned,
    has_seen_payment: known.hasReceivedSome,
    explorer: explorerLinks(context, { networkId: payment.network_id, txHash: payment.tx_hash, address }),
    review_reason: status === "needs_review" ? reviewReason(payment, known) : null,
    transactions: known.arrived.map((money) => transactionToView(money, context)),
    environment,
  }
}

export function isPayable(status: OnchainPayerStatus): boolean {
  return status === "awaiting_payment" || status === "partially_paid"
}

/**
 * A payment without an attempt that is still to be paid: the payer chooses a network and a token, unless the order is paid, gone,
 * or owes nothing, or its money is in review. `fiat_amount` is what is asked for now.
 */
export function unchosenToView(
  payment: Pick<
    UnchosenPayment,
    "session_id" | "fiat_amount" | "currency_code" | "abandoned_at" | "order_closed_at"
  >,
  context: {
    environment: OnchainEnvironment
    isPaidOtherwise: boolean
    known: PaymentMoney
    isSigned?: boolean
  }
): OnchainPaymentView {
  const isOver = payment.abandoned_at !== null || payment.order_closed_at !== null
  const { environment, isPaidOtherwise, known, isSigned = false } = context
  const isOwed = compareAmounts(payment.fiat_amount, "0") > 0
  const ended = isOver ? "cancelled" : isPaidOtherwise ? "superseded" : isOwed ? "choose" : "nothing_due"
  const status = isInReview(known) ? "needs_review" : ended
  return {
    ...NO_ATTEMPT,
    ...columnsOf(payment, "session_id", "fiat_amount", "currency_code"),
    claimed_tx_hash: known.claimedTxHash,
    has_seen_payment: known.hasReceivedSome,
    transactions: [],
    status,
    can_choose: status === "choose",
    can_sign: false,
    is_signed: isSigned,
    review_reason: status === "needs_review" ? "other" : null,
    environment,
  }
}

const NO_ATTEMPT = {
  ...{ kind: null, rail: null, chain: null, network_id: null, network_name: null, token: null },
  ...{ decimals: null, canonical_asset_id: null, contract_address: null, amount: null },
  ...{ received_amount: null, remaining_amount: null, overpaid_amount: null, order_outstanding: null },
  ...{ deposit_address: null, memo: null, confirmations: null, confirmations_required: null, tx_hash: null },
  ...{ expires_at: null, paid_at: null, rate: null, explorer: { tx_url: null, address_url: null } },
} as const

const isWaiting = ({ known_by }: ArrivedMoney) => known_by !== "payment"

function transactionToView(
  money: ArrivedMoney,
  context: { networkName: NetworkNaming; explorers?: Explorers }
): OnchainPaymentTransaction {
  const { chain, network_id, tx_hash, amount, token } = money
  const { tx_url } = explorerLinks(context, { networkId: network_id, txHash: tx_hash })
  const network_name = context.networkName(chain, network_id)
  return { tx_hash, tx_url, amount, token, network_name, is_in_review: isWaiting(money) }
}

/** What the payer did otherwise than asked, by the first money that waits for a decision. */
function reviewReason(payment: PaymentRow, { arrived }: PaymentMoney): OnchainReviewReason {
  const { unallocated_reason: reason } = payment
  if (reason === "completion_failed") return "not_placed"
  if (reason === "partial_payment" || reason === "underpaid") return "partial"
  if (reason === "order_cancelled" || reason === "session_dead") return "late"
  if (reason === "asset_mismatch") return "token"
  const money = arrived.find(isWaiting)
  if (money === undefined) return "other"
  if (payment.order_closed_at !== null || payment.abandoned_at !== null) return "late"
  if (money.chain !== payment.chain || money.network_id !== payment.network_id) return "network"
  if (!isSameAsset(money, payment)) return "token"
  if (isAfterQuote(money, payment)) return "expired"
  if (money.amount !== null && compareAmounts(money.amount, payment.expected_amount) < 0) return "partial"
  return payment.memo !== null && money.memo !== payment.memo ? "memo" : "other"
}

function isSameAsset(money: ArrivedMoney, { token, canonical_asset_id }: PaymentRow): boolean {
  if (money.canonical_asset_id !== null && canonical_asset_id !== null)
    return money.canonical_asset_id === canonical_asset_id
  return money.token === null || money.token === token
}

/** The address of an earlier attempt counts as late: its quote was over or replaced. */
function isAfterQuote(money: ArrivedMoney, payment: PaymentRow): boolean {
  const { chain, deposit_address, expires_at, state } = payment
  const { to_address } = money
  if (to_address !== null && deposit_address && !isSameAddress(chain, to_address, deposit_address))
    return true
  return expires_at === null ? isEnded(state) : Date.parse(money.at) >= expires_at.getTime()
}

/**
 * What a payer sees of a payment, before its address is read. `orderOutstanding` is what the order still owes where money was
 * applied to it.
 */
export function payerStatus(
  payment: PaymentRow,
  context: { nowMs: number; orderOutstanding: string | null; known: KnownMoney }
): OnchainPayerStatus {
  const { nowMs, orderOutstanding, known } = context
  const hasOwnMoney =
    payment.state === "confirming" || payment.state === "settled" || payment.state === "unallocated"
  if (!hasOwnMoney) {
    if (orderOutstanding !== null && compareAmounts(orderOutstanding, "0") <= 0) return "paid"
    if (payment.state !== "captured" && isInReview(known)) return "needs_review"
    if (orderOutstanding !== null) return "order_paid_in_part"
  }
  const isOver = payment.abandoned_at !== null || payment.order_closed_at !== null
  if (isOver && payment.state === "confirming") return "needs_review"
  const isPart = hasUnsettledMoney(payment)
  const isWithoutMoney = payment.state === "awaiting" || payment.state === "opening" || isEnded(payment.state)
  if (isOver && isWithoutMoney) return isPart ? "needs_review" : "cancelled"
  if (isPastExpiry(payment, nowMs)) return isPart ? "needs_review" : "expired"
  if (payment.state === "awaiting" && !payment.deposit_address) return "preparing"
  if (payment.state === "awaiting" && isPart) return "partially_paid"
  if (!isOver && canBeCompleted(payment, nowMs)) return "partially_paid"
  // Placing its order is tried once more just now.
  if (payment.state === "settled" && payment.unallocated_reason !== null) return "needs_review"
  return STATUS_OF[payment.state]
}

/** A part in review while the service still takes the rest at the same address. */
function canBeCompleted(payment: PaymentRow, nowMs: number): boolean {
  if (!isUndecidedPart(payment) || payment.gateway_status !== "pending") return false
  return payment.expires_at === null || payment.expires_at.getTime() > nowMs
}

const STATUS_OF = {
  opening: "preparing",
  awaiting: "awaiting_payment",
  confirming: "confirming",
  settled: "paid",
  captured: "paid",
  expired: "expired",
  failed: "failed",
  cancelled: "cancelled",
  superseded: "superseded",
  unallocated: "needs_review",
} as const satisfies Record<PaymentState, OnchainPayerStatus>
