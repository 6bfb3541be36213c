import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import type { TimelineEvent } from "../../../domain/payment/order-timeline"
import { orderTimeline } from "../../../domain/payment/order-timeline"
import { isPaidInPart, remainingOf } from "../../../domain/payment/partial-payment"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { RefundRow } from "../../../modules/onchain/refund/refund-row"
import { REFUND } from "../../../modules/onchain/refund/refund-row"
import type { OnchainContradiction, OnchainOrderPayment, OnchainOrderResponse } from "../../../types/http"
import { depositToView, loadDepositNames } from "../../deposit/queries/view-deposits"
import type { RefundNames } from "../../refund/queries/refund-to-view"
import { loadRefundNames, refundToView } from "../../refund/queries/refund-to-view"
import { isCancelled, loadOrder, outstandingOf } from "../order-record"

const link = z.object({ payment_collection_id: z.string() })
const session = z.object({ id: z.string() })

/**
 * Reads everything known here of an order: its payments with their history, its refunds, and refunded
 * deposits.
 *
 * @throws MedusaError `not_found`
 */
export async function viewOrderPayments(
  container: MedusaContainer,
  order_id: string
): Promise<OnchainOrderResponse["order"]> {
  const { links } = container.resolve("onchain").deposits
  const { ofOrders } = container.resolve("onchain").payouts.refunds
  const payments = await ofOrders.list(await loadKeys(container, order_id))
  const sessionIds = payments.map(({ session_id }) => session_id)
  const paymentIds = payments.map(({ id }) => id)
  const [refunds, deposits, linked, claims] = await Promise.all([
    ofOrders.listRefunds(paymentIds),
    ofOrders.listDepositRefunds(sessionIds),
    links.listOf(paymentIds),
    links.listClaims(paymentIds),
  ])
  const [events, depositNames] = await Promise.all([
    loadEvents(container, payments, refunds),
    loadDepositNames(container, [...deposits, ...linked]),
  ])
  const kept = payments.find(({ order_kept_at }) => order_kept_at !== null)
  const actors = [
    kept?.order_kept_by ?? null,
    ...events.flatMap(({ timeline }) => timeline.map(({ by }) => by)),
  ]
  const names = await loadRefundNames(container, payments, actors)
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  return {
    id: order_id,
    kept: kept?.order_kept_at
      ? {
          by: names.actorName(kept.order_kept_by),
          at: kept.order_kept_at.toISOString(),
          note: kept.order_kept_note,
        }
      : null,
    payments: events.map(({ payment, timeline }) => orderPaymentToView(payment, timeline, names)),
    refunds: refunds.map((refund) => refundToView(refund, byId.get(refund.payment_id), names)),
    deposits: linked.map((deposit) => depositToView(deposit, depositNames)),
    claims: claims.map(({ payment_id, tx_hash, created_at }) => ({
      payment_id,
      tx_hash,
      explorer: names.explorer({ networkId: byId.get(payment_id)?.network_id ?? "", txHash: tx_hash }),
      at: created_at.toISOString(),
    })),
    deposit_refunds: deposits.map((deposit) => depositToView(deposit, depositNames)),
    outstanding: await readOutstanding(container, order_id, payments),
  }
}

/** Null for an order that is not paid at all: it waits for its payment. */
async function readOutstanding(
  container: MedusaContainer,
  orderId: string,
  payments: readonly PaymentRow[]
): Promise<OnchainOrderResponse["order"]["outstanding"]> {
  if (!payments.some(({ state }) => state === "captured")) return null
  const order = await loadOrder(container, orderId)
  if (!order || isCancelled(order)) return null
  const amount = outstandingOf(order)
  return amount === "0" ? null : { amount, currency_code: order.currency_code }
}

async function loadKeys(container: MedusaContainer, id: string) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [orders, links] = await Promise.all([
    query.graph({ entity: "order", fields: ["id"], filters: { id } }),
    query.graph({
      entity: "order_payment_collection",
      fields: ["payment_collection_id"],
      filters: { order_id: id },
    }),
  ])
  if (orders.data.length === 0) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${id}.`)
  const collectionIds = z
    .array(link)
    .parse(links.data)
    .map(({ payment_collection_id }) => payment_collection_id)
  if (collectionIds.length === 0) return { id, collectionIds, sessionIds: [] }
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id"],
    filters: { payment_collection_id: collectionIds },
  })
  return {
    id,
    collectionIds,
    sessionIds: z
      .array(session)
      .parse(data)
      .map((one) => one.id),
  }
}

async function loadEvents(
  container: MedusaContainer,
  payments: readonly PaymentRow[],
  refunds: readonly RefundRow[]
) {
  const { ofOrders } = container.resolve("onchain").payouts.refunds
  const [ofPayments, ofRefunds] = await Promise.all([
    ofOrders.listEntries(
      "payment",
      payments.map(({ id }) => id)
    ),
    ofOrders.listEntries(
      REFUND,
      refunds.map(({ id }) => id)
    ),
  ])
  return payments.map((payment) => {
    const own = refunds.filter(({ payment_id }) => payment_id === payment.id)
    const entries = [
      ...ofPayments.filter(({ subject_id }) => subject_id === payment.id),
      ...ofRefunds.filter(({ subject_id }) => own.some(({ id }) => id === subject_id)),
    ]
    return { payment, timeline: orderTimeline(payment, own, entries) }
  })
}

function orderPaymentToView(
  row: PaymentRow,
  timeline: readonly TimelineEvent[],
  names: Pick<RefundNames, "networkName" | "actorName" | "explorer">
): OnchainOrderPayment {
  return {
    id: row.id,
    session_id: row.session_id,
    state: row.state,
    kind: row.kind,
    gateway_status: row.gateway_status,
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    token: row.token,
    expected_amount: row.expected_amount,
    received_amount: row.received_amount,
    remaining_amount: remainingOf(row),
    is_paid_in_part: isPaidInPart(row),
    hold_until: row.order_closed_at === null ? (row.part_hold_until?.toISOString() ?? null) : null,
    is_received_reported: row.received_amount !== null,
    shortfall_amount: row.shortfall_amount,
    implausible_amount: row.implausible_amount,
    contradiction: contradictionToView(row, names),
    fiat_amount: row.fiat_amount,
    currency_code: row.currency_code,
    rate: row.rate,
    rate_source: row.rate_source,
    rate_at: row.rate_at.toISOString(),
    deposit_address: row.deposit_address,
    memo: row.memo,
    address_refused_at: row.address_refused_at?.toISOString() ?? null,
    address_refusal: row.address_refusal,
    tx_hash: row.tx_hash,
    explorer: names.explorer({
      ...{ networkId: row.network_id, txHash: row.tx_hash, address: row.deposit_address },
    }),
    confirmations: row.confirmations,
    confirmations_required: row.confirmations_required,
    unallocated_reason: row.unallocated_reason,
    list_incomplete_since:
      row.captured_at === null ? (row.list_incomplete_since?.toISOString() ?? null) : null,
    timeline: timeline.map(({ at, by, ...what }) => ({
      ...what,
      at: at.toISOString(),
      by: names.actorName(by),
    })),
  }
}

/** Null while the invoice confirms the money. */
export function contradictionToView(
  {
    contradiction,
    contradicted_at: at,
    contradiction_ended_at: endedAt,
    contradiction_ended_by: by,
  }: PaymentRow,
  { actorName }: Pick<RefundNames, "actorName">
): OnchainContradiction | null {
  if (contradiction === null || at === null) return null
  return {
    status: contradiction,
    at: at.toISOString(),
    reviewed: endedAt === null ? null : { at: endedAt.toISOString(), by: actorName(by) },
  }
}
