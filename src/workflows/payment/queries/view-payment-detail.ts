import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  type PaymentChoiceFacts,
  type PaymentChoiceRefusal,
  paymentChoices,
} from "../../../domain/payment/resolution"
import { paymentTimeline } from "../../../domain/payment/timeline"
import { addAmounts } from "../../../gateway/amount"
import type { DepositRow } from "../../../modules/onchain/deposit/deposit-store"
import type { SentMessage, SubjectEntry } from "../../../modules/onchain/payment/medusa-payments"
import type { ListedPayment } from "../../../modules/onchain/payment/payment-list"
import {
  type AnyPayment,
  isChosen,
  isCurrent,
  type PaymentRow,
} from "../../../modules/onchain/payment/payment-row"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-change"
import { REFUND, type RefundRow } from "../../../modules/onchain/refund/refund-ledger"
import type {
  OnchainDeposit,
  OnchainPaymentChoice,
  OnchainPaymentDetail,
  OnchainPaymentRefund,
} from "../../../types/http"
import { depositToView, loadDepositNames } from "../../deposit/queries/view-deposits"
import { loadWithdrawalNames, withdrawalToView } from "../../payout/queries/view-withdrawals"
import { loadRefundNames, type RefundNames, refundToView } from "../../refund/queries/refund-to-view"
import { isCancelled, loadOrder } from "../order-record"
import { linkMessageOf } from "../pay-link"
import { choiceRefusalInWords } from "../words"
import { isCheckable } from "../workers/poll-payments"
import { listedPaymentToView } from "./list-payments"
import { attemptToView, contradictionToView } from "./payment-to-view"

/** Everything that is stored of a payment. Attempts, refunds, claims, entries and messages are oldest first. */
type PaymentRecord = ListedPayment & {
  attempts: PaymentRow[]
  refundRows: RefundRow[]
  /** Newest first. */
  payouts: WithdrawalRow[]
  deposits: DepositRow[]
  claims: { tx_hash: string; created_at: Date }[]
  entries: SubjectEntry[]
  messages: SentMessage[]
}

/** One read per kind of row, however many payments there are. */
async function loadPaymentRecords(
  container: MedusaContainer,
  payments: readonly AnyPayment[]
): Promise<{ records: PaymentRecord[]; now: Date }> {
  const { paymentList, deposits, payouts } = container.resolve("onchain")
  const { ofOrders } = payouts.refunds
  const ids = payments.map(({ id }) => id)
  const [{ listed, now }, attempts, refundRows, linked, claims, ofPayments] = await Promise.all([
    paymentList.describe(payments),
    ofOrders.listAttempts(ids),
    ofOrders.listRefunds(ids),
    deposits.links.listOf(ids),
    deposits.links.listClaims(ids),
    ofOrders.listEntries("payment", ids),
  ])
  const refundIds = refundRows.map(({ id }) => id)
  const [payoutRows, ofRefunds, messages] = await Promise.all([
    ofOrders.listPayouts(refundIds),
    ofOrders.listEntries(REFUND, refundIds),
    ofOrders.listMessages([...ids, ...refundIds]),
  ])
  const records = listed.map((one) => {
    const { id } = one.payment
    const own = refundRows.filter(({ payment_id }) => payment_id === id)
    const isOwnRefund = (refundId: string | null) => own.some((refund) => refund.id === refundId)
    return {
      ...one,
      attempts: attempts.filter((attempt) => attempt.id === id),
      refundRows: own,
      payouts: payoutRows.filter(({ refund_id }) => isOwnRefund(refund_id)),
      deposits: linked.filter(({ payment_id }) => payment_id === id),
      claims: claims.filter(({ payment_id }) => payment_id === id),
      entries: [
        ...ofPayments.filter(({ subject_id }) => subject_id === id),
        ...ofRefunds.filter(({ subject_id }) => isOwnRefund(subject_id)),
      ],
      messages: messages.filter(({ payment_id }) => payment_id === id),
    }
  })
  return { records, now }
}

type Choices = OnchainPaymentDetail["choices"]

/** What an operator can do with some payments. One read per order. */
async function loadPaymentChoices(
  container: MedusaContainer,
  records: readonly PaymentRecord[],
  names: Pick<RefundNames, "order">
): Promise<(record: PaymentRecord) => Choices> {
  const orderIds = new Set(records.flatMap(({ payment }) => names.order(payment)?.id ?? []))
  const orders = new Map(
    await Promise.all(
      [...orderIds].map(async (id) => {
        const order = await loadOrder(container, id)
        return [
          id,
          order && { isCancelled: isCancelled(order), isOwed: order.isOwed, email: order.email },
        ] as const
      })
    )
  )
  const onchain = container.resolve("onchain")
  const areMessagesOn = linkMessageOf(container) !== null
  return ({ payment, attempts, refunds }) => {
    const order = orders.get(names.order(payment)?.id ?? "") ?? null
    const { state, abandoned_at } = payment
    const facts: PaymentChoiceFacts = {
      outcome: state === "captured" ? "captured" : state === "unallocated" ? "held" : "open",
      checkableCount: attempts.filter(isCheckable).length,
      isOfThisAccount: onchain.isOfThisAccount(payment),
      isOnItsWay: abandoned_at === null && (state === "confirming" || state === "settled"),
      order,
      areMessagesOn,
      hasEmail: Boolean(order?.email),
      fiatAmount: payment.fiat_amount,
      refundedFiat: addAmounts(
        "0",
        ...refunds.flatMap(({ kind, fiat_amount }) => (kind === "order" ? (fiat_amount ?? []) : []))
      ),
    }
    const { check_now, pay_link, send_link, refund } = paymentChoices(facts)
    return {
      check_now: toView(check_now),
      pay_link: toView(pay_link),
      send_link: toView(send_link),
      refund: toView(refund),
    }
  }
}

function toView(refusal: PaymentChoiceRefusal | null): OnchainPaymentChoice {
  return { is_possible: refusal === null, code: refusal, reason: refusal && choiceRefusalInWords(refusal) }
}

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
