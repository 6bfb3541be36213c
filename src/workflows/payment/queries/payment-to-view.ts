import { refuseAttempt } from "../../../domain/payment/attempt"
import { isInReview, type KnownMoney } from "../../../domain/payment/invoice-reading"
import { explorerLinks, type Explorers } from "../../../domain/payment/payment-page"
import {
  isPastExpiry,
  type PaymentKind,
  type PaymentResolution,
  type PaymentState,
} from "../../../domain/payment/payment-status"
import {
  hasUnsettledMoney,
  isPaidInPart,
  isUndecidedPart,
  remainingOf,
  surplusOf,
} from "../../../domain/payment/received-amount"
import { compareAmounts } from "../../../gateway/amount"
import type { PaymentMoney } from "../../../modules/onchain/payment/invoice-readings"
import {
  type AnyPayment,
  isCurrent,
  type PaymentRow,
  type UnchosenPayment,
} from "../../../modules/onchain/payment/payment-row"
import type {
  OnchainContradiction,
  OnchainPayerStatus,
  OnchainPaymentAttempt,
  OnchainPaymentView,
} from "../../../types/http"
import type { RefundNames } from "../../refund/queries/refund-to-view"

/** Shows one attempt of a payment to an operator. Its state is its own, also once the payment is captured or held. */
export function attemptToView(row: PaymentRow, names: RefundNames): OnchainPaymentAttempt {
  const { chain, network_id, tx_hash, deposit_address } = row
  return {
    id: row.attempt_id,
    is_current: isCurrent(row),
    is_captured: row.attempt_id === row.captured_attempt_id,
    state: row.state === "captured" || row.state === "unallocated" ? "settled" : row.state,
    kind: row.kind,
    gateway_status: row.gateway_status,
    gateway_invoice_id: row.gateway_invoice_id,
    gateway_intent_id: row.gateway_intent_id,
    external_order_id: row.external_order_id,
    chain,
    network_id,
    network_name: names.networkName(chain, network_id),
    token: row.token,
    canonical_asset_id: row.canonical_asset_id,
    contract_address: row.contract_address,
    expected_amount: row.expected_amount,
    received_amount: row.received_amount,
    remaining_amount: remainingOf(row),
    is_paid_in_part: isPaidInPart(row),
    is_received_reported: row.received_amount !== null,
    shortfall_amount: row.shortfall_amount,
    implausible_amount: row.implausible_amount,
    rate: row.rate,
    rate_source: row.rate_source,
    rate_at: row.rate_at.toISOString(),
    deposit_address,
    memo: row.memo,
    address_refused_at: row.address_refused_at?.toISOString() ?? null,
    address_refusal: row.address_refusal,
    tx_hash,
    explorer: names.explorer({ networkId: network_id, txHash: tx_hash, address: deposit_address }),
    confirmations: row.confirmations,
    confirmations_required: row.confirmations_required,
    created_at: row.attempt_created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    next_check_at: row.next_check_at?.toISOString() ?? null,
    last_error: row.last_error,
  }
}

/** Null while the invoice confirms the money. */
export function contradictionToView(
  {
    contradiction,
    contradicted_at: at,
    contradiction_ended_at: endedAt,
    contradiction_ended_by: by,
  }: AnyPayment,
  { actorName }: Pick<RefundNames, "actorName">
): OnchainContradiction | null {
  if (contradiction === null || at === null) return null
  return {
    status: contradiction,
    at: at.toISOString(),
    reviewed: endedAt === null ? null : { at: endedAt.toISOString(), by: actorName(by) },
  }
}

type PayablePayment = {
  session_id: string
  rail_id: string
  rate: string
  rate_source: string
  rate_at: Date
  implausible_amount: string | null
  resolved_token_amount: string | null
  kind: PaymentKind
  state: PaymentState
  gateway_status: string | null
  unallocated_reason: string | null
  resolution: PaymentResolution | null
  chain: string
  network_id: string
  network_name: string | null
  token: string
  decimals: number
  canonical_asset_id: string | null
  contract_address: string | null
  expected_amount: string
  received_amount: string | null
  deposit_address: string | null
  memo: string | null
  address_refused_at: Date | null
  confirmations: number | null
  confirmations_required: number | null
  tx_hash: string | null
  expires_at: Date | null
  settled_at: Date | null
  fiat_amount: string
  currency_code: string
  abandoned_at: Date | null
  order_closed_at: Date | null
}

/**
 * Where the address of a view comes from: the row, the service just now, or nowhere. `refused` could not be
 * confirmed, `unasked` is not shown.
 */
export type AddressSource =
  { kind: "row" } | { kind: "confirmed"; address: string } | { kind: "refused" } | { kind: "unasked" }

/**
 * Shows a payment to its payer. One that is abandoned, expired, or whose order is cancelled has no address:
 * money sent now would have no order.
 *
 * @param context.nowMs our clock, epoch milliseconds
 */
export function paymentToView(
  payment: PayablePayment,
  context: {
    environment: "live" | "sandbox"
    nowMs: number
    source: AddressSource
    orderOutstanding?: string | null
    known: PaymentMoney
    explorers?: Explorers
  }
): OnchainPaymentView {
  const { environment, nowMs, orderOutstanding = null, known } = context
  const source: AddressSource = payment.address_refused_at === null ? context.source : { kind: "refused" }
  const stored = payerStatus(payment, { nowMs, orderOutstanding, known })
  const isShowingAddress = source.kind !== "refused" && (isPayable(stored) || stored === "confirming")
  const status = isRefusedNow(stored, source, payment) ? "address_unavailable" : stored
  return {
    session_id: payment.session_id,
    status,
    kind: payment.kind,
    rail: payment.rail_id,
    chain: payment.chain,
    network_id: payment.network_id,
    network_name: payment.network_name ?? payment.network_id,
    token: payment.token,
    decimals: payment.decimals,
    canonical_asset_id: payment.canonical_asset_id,
    contract_address: payment.contract_address,
    amount: payment.expected_amount,
    received_amount: payment.received_amount,
    remaining_amount: remainingOf(payment),
    overpaid_amount: surplusOf(payment) ?? null,
    order_outstanding: orderOutstanding,
    deposit_address: isShowingAddress ? addressOf(payment, source) : null,
    memo: isShowingAddress ? payment.memo : null,
    confirmations: payment.confirmations,
    confirmations_required: payment.confirmations_required,
    tx_hash: payment.tx_hash,
    claimed_tx_hash: known.claimedTxHash,
    expires_at: payment.expires_at?.toISOString() ?? null,
    paid_at: (status === "paid" && payment.settled_at?.toISOString()) || null,
    rate: { price: payment.rate, source: payment.rate_source, at: payment.rate_at.toISOString() },
    can_choose: orderOutstanding === null && refuseAttempt(attemptFactsOf(payment, known)) === null,
    has_seen_payment: known.hasReceivedSome,
    explorer: explorerLinks(context, {
      networkId: payment.network_id,
      txHash: payment.tx_hash,
      address: isShowingAddress ? addressOf(payment, source) : null,
    }),
    review_reason: status === "needs_review" ? reviewReason(payment) : null,
    fiat_amount: payment.fiat_amount,
    currency_code: payment.currency_code,
    environment,
  }
}

export function isPayable(status: OnchainPayerStatus): boolean {
  return status === "awaiting_payment" || status === "partially_paid"
}

function isRefusedNow(status: OnchainPayerStatus, source: AddressSource, payment: PayablePayment): boolean {
  if (source.kind !== "refused") return false
  const isForGood = payment.address_refused_at !== null && payment.state === "awaiting"
  return isPayable(status) || (isForGood && status === "preparing")
}

function addressOf(payment: PayablePayment, source: AddressSource): string | null {
  if (source.kind === "confirmed") return source.address
  return source.kind === "row" ? payment.deposit_address : null
}

/**
 * A payment without an attempt that is still to be paid: the payer chooses a network and a token, unless the order is paid, gone, or
 * owes nothing, or its money is in review.
 *
 * @param payment.fiat_amount what is asked for now, in major units; "0" when nothing is
 */
export function unchosenToView(
  payment: Pick<
    UnchosenPayment,
    "session_id" | "fiat_amount" | "currency_code" | "abandoned_at" | "order_closed_at"
  >,
  context: { environment: "live" | "sandbox"; isPaidOtherwise: boolean; known: PaymentMoney }
): OnchainPaymentView {
  const isOver = payment.abandoned_at !== null || payment.order_closed_at !== null
  const { environment, isPaidOtherwise, known } = context
  const isOwed = compareAmounts(payment.fiat_amount, "0") > 0
  const ended = isOver ? "cancelled" : isPaidOtherwise ? "superseded" : isOwed ? "choose" : "nothing_due"
  const status = isInReview(known) ? "needs_review" : ended
  return {
    ...NO_ATTEMPT,
    claimed_tx_hash: known.claimedTxHash,
    has_seen_payment: known.hasReceivedSome,
    session_id: payment.session_id,
    status,
    can_choose: status === "choose",
    review_reason: status === "needs_review" ? "other" : null,
    fiat_amount: payment.fiat_amount,
    currency_code: payment.currency_code,
    environment,
  }
}

const NO_ATTEMPT = {
  ...{
    kind: null,
    rail: null,
    chain: null,
    network_id: null,
    network_name: null,
    token: null,
    decimals: null,
  },
  ...{ canonical_asset_id: null, contract_address: null, amount: null, received_amount: null },
  ...{ remaining_amount: null, overpaid_amount: null, order_outstanding: null, deposit_address: null },
  ...{ memo: null, confirmations: null, confirmations_required: null, tx_hash: null },
  ...{
    claimed_tx_hash: null,
    expires_at: null,
    paid_at: null,
    rate: null,
    has_seen_payment: false,
  },
  explorer: { tx_url: null, address_url: null },
} as const

/** Does not count attempts; opening one does. */
export function attemptFactsOf(
  payment: {
    state: PaymentState | "choosing"
    abandoned_at: Date | null
    order_closed_at: Date | null
  },
  known: KnownMoney
) {
  return {
    state: payment.state,
    isAbandoned: payment.abandoned_at !== null,
    isOrderCancelled: payment.order_closed_at !== null,
    attemptCount: 0,
    known,
  }
}

function reviewReason({ unallocated_reason: reason }: PayablePayment): OnchainPaymentView["review_reason"] {
  if (reason === "completion_failed") return "not_placed"
  if (reason === "partial_payment" || reason === "underpaid") return "partial"
  return reason === "order_cancelled" || reason === "session_dead" ? "late" : "other"
}

/**
 * What a payer sees of a payment, before its address is read.
 *
 * @param context.orderOutstanding what the order still owes, in major units, where money was applied to it; else null
 */
export function payerStatus(
  payment: PayablePayment,
  context: { nowMs: number; orderOutstanding: string | null; known: KnownMoney }
): OnchainPayerStatus {
  const { nowMs, orderOutstanding, known } = context
  if (!hasMoneyOfItsOwn(payment)) {
    if (orderOutstanding !== null && compareAmounts(orderOutstanding, "0") <= 0) return "paid"
    if (payment.state !== "captured" && isInReview(known)) return "needs_review"
    if (orderOutstanding !== null) return "order_paid_in_part"
  }
  const isOver = payment.abandoned_at !== null || payment.order_closed_at !== null
  if (isOver && payment.state === "confirming") return "needs_review"
  const isPart = hasUnsettledMoney(payment)
  if (isOver && (payment.state === "awaiting" || payment.state === "opening"))
    return isPart ? "needs_review" : "cancelled"
  if (isPastExpiry(payment, nowMs)) return isPart ? "needs_review" : "expired"
  if (payment.state === "awaiting" && !payment.deposit_address) return "preparing"
  if (payment.state === "awaiting" && isPart) return "partially_paid"
  if (!isOver && canBeCompleted(payment, nowMs)) return "partially_paid"
  // Placing its order is tried once more just now.
  if (payment.state === "settled" && payment.unallocated_reason !== null) return "needs_review"
  return STATUS_OF[payment.state]
}

/** Whether money of this payment itself is on its way, settled or in review. */
function hasMoneyOfItsOwn({ state }: PayablePayment): boolean {
  return state === "confirming" || state === "settled" || state === "unallocated"
}

/** A part in review while the service still takes the rest at the same address. */
function canBeCompleted(payment: PayablePayment, nowMs: number): boolean {
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
