import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { orderTimeline } from "../../../domain/order-timeline"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import { REFUND } from "../../../modules/onchain/refund-row"
import type { OnchainOrderResponse } from "../../../types/http"
import { loadDepositNames } from "../../deposit/steps/deposit-names"
import { depositToView } from "../../deposit/steps/deposit-to-view"
import { loadRefundNames } from "../../refund/steps/refund-names"
import { refundToView } from "../../refund/steps/refund-to-view"
import { orderPaymentToView } from "./order-payment-to-view"
import { isCancelled, loadOrder, outstandingOf } from "./order-record"

export const viewOrderPaymentsStepId = "view-onchain-order-payments"

const link = z.object({ payment_collection_id: z.string() })
const session = z.object({ id: z.string() })

/**
 * Reads everything that is known here of an order: its payments with what happened, its refunds, and deposits that the
 * service sent back.
 *
 * @throws MedusaError `not_found`
 */
export const viewOrderPaymentsStep = createStep(
  viewOrderPaymentsStepId,
  async ({ order_id }: { order_id: string }, { container }) => {
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
    return new StepResponse<OnchainOrderResponse["order"]>({
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
        at: created_at.toISOString(),
      })),
      deposit_refunds: deposits.map((deposit) => depositToView(deposit, depositNames)),
      outstanding: await readOutstanding(container, order_id, payments),
    })
  }
)

/** An order that is not paid at all waits for its payment: that is no news. */
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

/** What Medusa knows the payments of an order by. */
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
