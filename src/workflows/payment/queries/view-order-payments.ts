import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { isChosen, type AnyPayment } from "../../../modules/onchain/payment/payment-row"
import type { OnchainOrderPayment, OnchainOrderResponse, OnchainPaymentDetail } from "../../../types/http"
import { depositToView, loadDepositNames } from "../../deposit/queries/view-deposits"
import { isCancelled, loadOrder } from "../order-record"
import { loadPaymentDetails } from "./view-payment-detail"

const link = z.object({ payment_collection_id: z.string() })
const session = z.object({ id: z.string() })

/**
 * Reads everything known here of an order: its payments with their history, its refunds, and refunded
 * deposits. Each payment is shown as on its own page.
 *
 * @throws MedusaError `not_found`
 */
export async function viewOrderPayments(
  container: MedusaContainer,
  order_id: string
): Promise<OnchainOrderResponse["order"]> {
  const { ofOrders } = container.resolve("onchain").payouts.refunds
  const payments = await ofOrders.list(await loadKeys(container, order_id))
  const [details, deposits] = await Promise.all([
    loadPaymentDetails(container, payments),
    ofOrders.listDepositRefunds(payments.map(({ session_id }) => session_id)),
  ])
  const depositNames = await loadDepositNames(container, deposits)
  const byTime = <Item extends { created_at: string; id: string }>(items: Item[]) =>
    items.sort(
      (left, right) => left.created_at.localeCompare(right.created_at) || left.id.localeCompare(right.id)
    )
  return {
    id: order_id,
    kept: details.find(({ kept }) => kept !== null)?.kept ?? null,
    payments: payments.flatMap((payment, index) => orderPaymentToView(payment, details[index])),
    payment_details: [...details].reverse(),
    refunds: byTime(details.flatMap(({ refunds }) => refunds.map(({ payouts: _, ...refund }) => refund))),
    deposits: details
      .flatMap((detail) => detail.deposits)
      .sort((left, right) => right.observed_at.localeCompare(left.observed_at)),
    claims: details
      .flatMap(({ id, claims }) => claims.map((claim) => ({ payment_id: id, ...claim })))
      .sort((left, right) => left.at.localeCompare(right.at)),
    deposit_refunds: deposits.map((deposit) => depositToView(deposit, depositNames)),
    outstanding: await readOutstanding(container, order_id, payments),
  }
}

/** Null for an order that is not paid at all: it waits for its payment. */
async function readOutstanding(
  container: MedusaContainer,
  orderId: string,
  payments: readonly AnyPayment[]
): Promise<OnchainOrderResponse["order"]["outstanding"]> {
  if (!payments.some(({ state }) => state === "captured")) return null
  const order = await loadOrder(container, orderId)
  if (!order?.isOwed || isCancelled(order)) return null
  const { outstanding, currency_code } = order
  const fiat = await container.resolve("onchain").currencies.shown([currency_code])
  return { amount: fiat(outstanding, currency_code), currency_code }
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

/** Nothing for a payment without an attempt: `payment_details` has it. */
function orderPaymentToView(
  payment: AnyPayment,
  detail: OnchainPaymentDetail | undefined
): OnchainOrderPayment[] {
  const attempt = detail?.attempts.find(({ is_current }) => is_current)
  if (!detail || !attempt || !isChosen(payment)) return []
  return [
    {
      id: detail.id,
      session_id: detail.session_id,
      status: detail.status,
      state: payment.state,
      kind: attempt.kind,
      gateway_status: attempt.gateway_status,
      chain: attempt.chain,
      network_id: attempt.network_id,
      network_name: attempt.network_name,
      token: attempt.token,
      expected_amount: attempt.expected_amount,
      received_amount: attempt.received_amount,
      remaining_amount: attempt.remaining_amount,
      is_paid_in_part: attempt.is_paid_in_part,
      hold_until: detail.hold_until,
      is_received_reported: attempt.is_received_reported,
      shortfall_amount: attempt.shortfall_amount,
      implausible_amount: attempt.implausible_amount,
      contradiction: detail.contradiction,
      fiat_amount: detail.fiat_amount,
      currency_code: payment.currency_code,
      rate: attempt.rate,
      rate_source: attempt.rate_source,
      rate_at: attempt.rate_at,
      deposit_address: attempt.deposit_address,
      memo: attempt.memo,
      address_refused_at: attempt.address_refused_at,
      address_refusal: attempt.address_refusal,
      tx_hash: attempt.tx_hash,
      explorer: attempt.explorer,
      confirmations: attempt.confirmations,
      confirmations_required: attempt.confirmations_required,
      unallocated_reason: detail.unallocated_reason,
      list_incomplete_since: detail.list_incomplete_since,
      timeline: detail.timeline,
    },
  ]
}
