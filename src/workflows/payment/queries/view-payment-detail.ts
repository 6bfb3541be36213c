import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { type PaymentChoiceRefusal, paymentChoices } from "../../../domain/payment/resolution"
import { paymentTimeline } from "../../../domain/payment/timeline"
import { addAmounts } from "../../../gateway/amount"
import type { ListedPayment } from "../../../modules/onchain/payment/payment-list"
import {
  type AnyPayment,
  isChosen,
  isCurrent,
  type PaymentRow,
} from "../../../modules/onchain/payment/payment-row"
import { REFUND } from "../../../modules/onchain/refund/refund-ledger"
import type { OnchainPaymentChoice, OnchainPaymentDetail, OnchainPaymentRefund } from "../../../types/http"
import { depositToView, loadDepositNames } from "../../deposit/queries/view-deposits"
import { loadWithdrawalNames, withdrawalToView } from "../../payout/queries/view-withdrawals"
import { refundToView } from "../../refund/queries/refund-to-view"
import { isCancelled, loadOrder, type OrderRecord } from "../order-record"
import { linkMessageOf } from "../pay-link"
import { toChoice } from "../../../words/say"
import { choiceRefusalInWords } from "../words"
import { isCheckable } from "../workers/poll-payments"
import { listedPaymentToView } from "./list-payments"
import { loadPaymentNames } from "./payment-names"
import { attemptToView, contradictionToView } from "./payment-to-view"

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

/** Shows payments with everything known of them, for the page of a payment and of its order. One read per kind of row. */
export async function loadPaymentDetails(
  container: MedusaContainer,
  payments: readonly AnyPayment[]
): Promise<OnchainPaymentDetail[]> {
  const onchain = container.resolve("onchain")
  const { orderPayments } = onchain
  const { links } = onchain.deposits
  const ids = payments.map(({ id }) => id)
  const [{ listed, now }, attempts, refunds, deposits, claims, ofPayments] = await Promise.all([
    onchain.paymentList.describe(payments),
    onchain.payments.listAttempts(ids),
    orderPayments.listRefunds(ids),
    links.listOf(ids),
    links.listClaims(ids),
    orderPayments.listEntries("payment", ids),
  ])
  const refundIds = refunds.map(({ id }) => id)
  const [payouts, legs, ofRefunds, messages] = await Promise.all([
    orderPayments.listPayouts(refundIds),
    onchain.payouts.legs.ofAttempts(attempts.map(({ attempt_id }) => attempt_id)),
    orderPayments.listEntries(REFUND, refundIds),
    orderPayments.listMessages([...ids, ...refundIds]),
  ])
  const entries = [...ofPayments, ...ofRefunds]
  const actors = [
    ...payments.flatMap(({ order_kept_by, contradiction_ended_by }) => [
      order_kept_by,
      contradiction_ended_by,
    ]),
    ...entries.map(({ actor_id }) => actor_id),
  ]
  const customers = attempts.flatMap(({ customer_id }) => customer_id ?? [])
  const [names, ensured, depositNames, payoutNames] = await Promise.all([
    loadPaymentNames(container, payments, actors),
    onchain.addresses.listEnsured(customers),
    loadDepositNames(container, deposits),
    loadWithdrawalNames(container, payouts),
  ])
  const orders = await loadOrders(container, new Set(payments.flatMap((row) => names.order(row)?.id ?? [])))
  return listed.map((one): OnchainPaymentDetail => {
    const { payment } = one
    const ofPayment = <Row extends { payment_id: string | null }>(rows: readonly Row[]) =>
      rows.filter(({ payment_id }) => payment_id === payment.id)
    const chosen = isChosen(payment) ? payment : null
    const own = {
      payment,
      attempts: attempts.filter(({ id }) => id === payment.id),
      refunds: ofPayment(refunds),
      claims: ofPayment(claims),
      messages: ofPayment(messages),
    }
    const subjects = [payment.id, ...own.refunds.map(({ id }) => id)]
    const linked = ofPayment(deposits).map((row) => ({ row, shown: depositToView(row, depositNames) }))
    const events = paymentTimeline({
      ...own,
      attempts: own.attempts.map((attempt) => ({
        ...attempt,
        id: attempt.attempt_id,
        created_at: attempt.attempt_created_at,
        isCurrent: isCurrent(attempt),
      })),
      entries: entries.filter(({ subject_id }) => subjects.includes(subject_id)),
      deposits: linked.map(({ row, shown: { amount } }) => ({ ...row, amount })),
    })
    const { order_kept_at, order_kept_by, order_kept_note } = payment
    const holdUntil = payment.order_closed_at === null ? payment.part_hold_until : null
    const incompleteSince = payment.captured_at === null ? payment.list_incomplete_since : null
    const { environment } = chosen ?? {}
    const isNamed = environment === "live" || environment === "sandbox"
    return {
      ...listedPaymentToView(one, { ...names, nowMs: now.getTime() }),
      environment: isNamed ? environment : onchain.options.environment,
      contradiction: contradictionToView(payment, names),
      unallocated_reason: payment.unallocated_reason,
      hold_until: holdUntil?.toISOString() ?? null,
      kept: order_kept_at && {
        by: names.actorName(order_kept_by),
        at: order_kept_at.toISOString(),
        note: order_kept_note,
      },
      list_incomplete_since: incompleteSince?.toISOString() ?? null,
      attempts: own.attempts
        .map((attempt) => {
          const split = legs.filter(({ attempt_id }) => attempt_id === attempt.attempt_id)
          return attemptToView(attempt, names, { legs: split, ensured })
        })
        .reverse(),
      claims: own.claims.map(({ tx_hash, created_at }) => ({
        tx_hash,
        explorer: names.explorer({ networkId: chosen?.network_id ?? "", txHash: tx_hash }),
        at: created_at.toISOString(),
      })),
      deposits: linked.map(({ shown }) => shown),
      refunds: own.refunds.map((refund): OnchainPaymentRefund => ({
        ...refundToView(refund, payment, names),
        payouts: payouts
          .filter(({ refund_id }) => refund_id === refund.id)
          .map((payout) => withdrawalToView(payout, payoutNames)),
      })),
      timeline: events.map(({ at, by, amount, currency_code, ...what }) => ({
        ...what,
        currency_code,
        amount: amount !== null && currency_code !== null ? names.fiat(amount, currency_code) : amount,
        at: at.toISOString(),
        by: names.actorName(by),
      })),
      choices: choicesToView(
        container,
        one,
        own.attempts,
        orders.get(names.order(payment)?.id ?? "") ?? null
      ),
    }
  })
}

async function loadOrders(container: MedusaContainer, ids: ReadonlySet<string>) {
  const load = async (id: string) => [id, await loadOrder(container, id)] as const
  return new Map(await Promise.all([...ids].map(load)))
}

/** What an operator can do with a payment. */
function choicesToView(
  container: MedusaContainer,
  { payment, refunds }: ListedPayment,
  attempts: readonly PaymentRow[],
  order: OrderRecord | null
): OnchainPaymentDetail["choices"] {
  const { state, abandoned_at } = payment
  const refunded = refunds.flatMap(({ kind, fiat_amount }) => (kind === "order" ? (fiat_amount ?? []) : []))
  const { check_now, pay_link, send_link, refund } = paymentChoices({
    outcome: state === "captured" ? "captured" : state === "unallocated" ? "held" : "open",
    checkableCount: attempts.filter(isCheckable).length,
    isOfThisAccount: container.resolve("onchain").isOfThisAccount(payment),
    isOnItsWay: abandoned_at === null && (state === "confirming" || state === "settled"),
    order: order && { isCancelled: isCancelled(order), isOwed: order.isOwed },
    areMessagesOn: linkMessageOf(container) !== null,
    hasEmail: Boolean(order?.email),
    fiatAmount: payment.fiat_amount,
    refundedFiat: addAmounts("0", ...refunded),
  })
  const toView = (refusal: PaymentChoiceRefusal | null): OnchainPaymentChoice => ({
    ...toChoice(refusal, choiceRefusalInWords),
    code: refusal,
  })
  return {
    check_now: toView(check_now),
    pay_link: toView(pay_link),
    send_link: toView(send_link),
    refund: toView(refund),
  }
}
