import { isPaidInPart, remainingOf } from "../../../domain/payment/partial-payment"
import { paymentSentence, type SentenceFacts } from "../../../domain/payment/payment-sentence"
import { paymentStatus, type StatusFacts } from "../../../domain/payment/payment-status"
import { addAmounts } from "../../../gateway/amount"
import type { ListedPayment } from "../../../modules/onchain/payment/payment-list"
import { isChosen, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import {
  isOwnSurplus,
  refundedFiat,
  statusFactsOf,
  type RefundStanding,
} from "../../../modules/onchain/payment/payment-status"
import type { OnchainPaymentStatus } from "../../../types/http"
import type { RefundNames } from "../../refund/queries/refund-to-view"

/** Shows the operator's status of a payment, with what its sentence says. */
export function paymentStatusToView(
  { payment, refunds }: ListedPayment,
  { nowMs, networkName, fiat }: Pick<RefundNames, "networkName" | "fiat"> & { nowMs: number }
): OnchainPaymentStatus {
  const facts = statusFactsOf(payment, refunds, nowMs)
  // Null for a moment after the update that added the column.
  const code = payment.status ?? paymentStatus(facts)
  const attempt = isChosen(payment) ? payment : null
  const due = refunds.filter(({ state }) => state !== "done")
  const owed = sumOf(due)
  const inCurrency = (amount: string) => fiat(amount, payment.currency_code)
  const holdUntil = payment.order_closed_at === null ? payment.part_hold_until : null
  return {
    code,
    sentence: paymentSentence(code, sentenceFactsOf({ payment, refunds }, facts)),
    params: {
      received: attempt?.received_amount ?? null,
      expected: attempt?.expected_amount ?? null,
      remaining: attempt && remainingOf(attempt),
      surplus: sumOf(due.filter(isOwnSurplus)).due_tokens,
      token: attempt?.token ?? null,
      network: attempt && networkName(attempt.chain, attempt.network_id),
      fiat: inCurrency(payment.fiat_amount),
      currency: payment.currency_code.toLowerCase(),
      refunded_fiat: refunds.length === 0 ? null : inCurrency(refundedFiat(refunds)),
      ...owed,
      due_fiat: owed.due_fiat && inCurrency(owed.due_fiat),
      confirmations: attempt?.confirmations ?? null,
      confirmations_required: attempt?.confirmations_required ?? null,
      expires_at: attempt?.expires_at?.toISOString() ?? null,
      hold_until: holdUntil?.toISOString() ?? null,
      reason: payment.unallocated_reason,
      contradiction: payment.contradiction,
      address_refusal: attempt?.address_refusal ?? null,
    },
  }
}

function sentenceFactsOf(
  { payment, refunds }: Pick<ListedPayment, "payment" | "refunds">,
  facts: StatusFacts
): SentenceFacts {
  const attempt = isChosen(payment) ? payment : null
  const due = refunds.filter(({ state }) => state !== "done")
  const isEnded = facts.attempt !== "awaiting" && facts.attempt !== "opening"
  return {
    attempt: facts.attempt,
    isSurplusDue: facts.outcome === "captured" && facts.isSurplusDue,
    isAbandoned: facts.isAbandoned,
    expectedAmount: attempt?.expected_amount ?? null,
    receivedAmount: attempt?.received_amount ?? null,
    isAddressRefused: attempt !== null && attempt.address_refused_at !== null,
    isOver: facts.isAbandoned || facts.isOrderClosed || facts.isPastExpiry || isEnded,
    isOnHold: isHeldForPart(attempt),
    isOrderClosed: facts.isOrderClosed,
    isOrderTimedOut: facts.isOrderClosed && payment.order_timed_out_at !== null,
    isResolutionDone: payment.resolution_done_at !== null,
    isRefundSent: due.length > 0 && due.every(({ state }) => state === "sent"),
  }
}

/** The order is out of time, and kept for its part. */
function isHeldForPart(attempt: PaymentRow | null): boolean {
  if (attempt === null || !isPaidInPart(attempt)) return false
  return attempt.part_hold_until !== null && attempt.order_closed_at === null
}

/** What is due, in fiat or in one token; null when that is not known, or both are owed. */
function sumOf(due: readonly RefundStanding[]): { due_fiat: string | null; due_tokens: string | null } {
  const inFiat = due.every(({ fiat_amount }) => fiat_amount !== null)
  if (due.length === 0) return { due_fiat: null, due_tokens: null }
  if (inFiat) return { due_fiat: total(due.map(({ fiat_amount }) => fiat_amount)), due_tokens: null }
  const isOneToken = due.every(({ token, fiat_amount }) => token === due[0]?.token && fiat_amount === null)
  return {
    due_fiat: null,
    due_tokens: isOneToken ? total(due.map(({ token_amount }) => token_amount)) : null,
  }
}

function total(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === amounts.length ? addAmounts("0", ...known) : null
}
