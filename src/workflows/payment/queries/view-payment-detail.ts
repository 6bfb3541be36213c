import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { paymentTimeline } from "../../../domain/payment/payment-timeline"
import { isChosen, isCurrent, type AnyPayment } from "../../../modules/onchain/payment/payment-row"
import type { OnchainDeposit, OnchainPaymentDetail, OnchainPaymentRefund } from "../../../types/http"
import { depositToView, loadDepositNames } from "../../deposit/queries/view-deposits"
import { loadWithdrawalNames, withdrawalToView } from "../../payout/queries/withdrawal-to-view"
import { loadRefundNames, refundToView, type RefundNames } from "../../refund/queries/refund-to-view"
import { attemptToView } from "./attempt-to-view"
import { contradictionToView } from "./contradiction-to-view"
import { listedPaymentToView } from "./list-payments"
import { loadPaymentRecords, type PaymentRecord } from "./load-payment-records"
import { loadPaymentChoices } from "./view-payment-choices"

/** @throws MedusaError `not_found` */
export async function viewPaymentDetail(
  container: MedusaContainer,
  id: string
): Promise<OnchainPaymentDetail> {
  const payment = await container.resolve("onchain").payments.findAny({ id })
  if (!payment) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${id}.`)
  const [detail] = await loadPaymentDetails(container, [payment])
  if (!detail) throw new Error(`payment ${id} was read and is not shown`)
  return detail
}

/**
 * Shows payments with everything known of them, for both the page of a payment and its order.
 *
 * @returns in the order of the payments
 */
export async function loadPaymentDetails(
  container: MedusaContainer,
  payments: readonly AnyPayment[]
): Promise<OnchainPaymentDetail[]> {
  const { records, now } = await loadPaymentRecords(container, payments)
  const deposits = records.flatMap((record) => record.deposits)
  const payouts = records.flatMap((record) => record.payouts)
  const actors = records.flatMap(({ payment, entries }) => [
    payment.order_kept_by,
    payment.contradiction_ended_by,
    ...entries.map(({ actor_id }) => actor_id),
  ])
  const [names, depositNames, payoutNames] = await Promise.all([
    loadRefundNames(container, payments, actors),
    loadDepositNames(container, deposits),
    loadWithdrawalNames(container, payouts),
  ])
  const choices = await loadPaymentChoices(container, records, names)
  return records.map((record) => {
    const { payment } = record
    return {
      ...listedPaymentToView(record, { ...names, nowMs: now.getTime() }),
      ...headToView(container, payment, names),
      attempts: record.attempts.map((attempt) => attemptToView(attempt, names)).reverse(),
      claims: claimsToView(record, names),
      deposits: record.deposits.map((deposit) => depositToView(deposit, depositNames)),
      refunds: record.refundRows.map((refund): OnchainPaymentRefund => ({
        ...refundToView(refund, payment, names),
        payouts: record.payouts
          .filter(({ refund_id }) => refund_id === refund.id)
          .map((payout) => withdrawalToView(payout, payoutNames)),
      })),
      timeline: timelineToView(
        record,
        record.deposits.map((deposit) => depositToView(deposit, depositNames)),
        names
      ),
      choices: choices(record),
      pay_link_url: null,
    }
  })
}

type Head = Pick<
  OnchainPaymentDetail,
  | "environment"
  | "rate"
  | "contradiction"
  | "unallocated_reason"
  | "hold_until"
  | "kept"
  | "list_incomplete_since"
>

function headToView(container: MedusaContainer, payment: AnyPayment, names: RefundNames): Head {
  const attempt = isChosen(payment) ? payment : null
  const { environment } = container.resolve("onchain").options
  const { order_kept_at, order_kept_by, order_kept_note } = payment
  return {
    environment:
      attempt?.environment === "live" || attempt?.environment === "sandbox"
        ? attempt.environment
        : environment,
    rate: attempt && { price: attempt.rate, source: attempt.rate_source, at: attempt.rate_at.toISOString() },
    contradiction: contradictionToView(payment, names),
    unallocated_reason: payment.unallocated_reason,
    hold_until: payment.order_closed_at === null ? (payment.part_hold_until?.toISOString() ?? null) : null,
    kept: order_kept_at && {
      by: names.actorName(order_kept_by),
      at: order_kept_at.toISOString(),
      note: order_kept_note,
    },
    list_incomplete_since:
      payment.captured_at === null ? (payment.list_incomplete_since?.toISOString() ?? null) : null,
  }
}

function claimsToView(
  { payment, claims }: PaymentRecord,
  names: RefundNames
): OnchainPaymentDetail["claims"] {
  const networkId = isChosen(payment) ? payment.network_id : ""
  return claims.map(({ tx_hash, created_at }) => ({
    tx_hash,
    explorer: names.explorer({ networkId, txHash: tx_hash }),
    at: created_at.toISOString(),
  }))
}

function timelineToView(
  { payment, attempts, refundRows, entries, messages, claims, deposits }: PaymentRecord,
  shown: readonly OnchainDeposit[],
  names: RefundNames
): OnchainPaymentDetail["timeline"] {
  const events = paymentTimeline({
    payment,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      id: attempt.attempt_id,
      created_at: attempt.attempt_created_at,
      isCurrent: isCurrent(attempt),
    })),
    refunds: refundRows,
    entries,
    messages,
    claims,
    deposits: deposits.map(({ observed_at, token }, index) => ({
      observed_at,
      token,
      amount: shown[index]?.amount ?? null,
    })),
  })
  return events.map(({ at, by, amount, currency_code, ...what }) => ({
    ...what,
    currency_code,
    amount: amount !== null && currency_code !== null ? names.fiat(amount, currency_code) : amount,
    at: at.toISOString(),
    by: names.actorName(by),
  }))
}
