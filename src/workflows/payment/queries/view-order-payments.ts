import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { AnyPayment } from "../../../modules/onchain/payment/payment-row"
import type { OnchainOrderResponse } from "../../../types/http"
import { depositToView, loadDepositNames } from "../../deposit/queries/view-deposits"
import { isCancelled, loadOrder, orderToKeys, payableOrder, readRows } from "../order-record"
import { loadPaymentDetails } from "./view-payment-detail"

/** Each payment is shown as on its own page. @throws MedusaError `not_found` */
export async function viewOrderPayments(
  container: MedusaContainer,
  order_id: string
): Promise<OnchainOrderResponse["order"]> {
  const { orderPayments } = container.resolve("onchain")
  const [order] = await readRows(container, "order", payableOrder, { id: order_id })
  if (!order) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${order_id}.`)
  const payments = await orderPayments.list({ id: order_id, ...orderToKeys(order) })
  const [details, deposits] = await Promise.all([
    loadPaymentDetails(container, payments),
    orderPayments.listDepositRefunds(payments.map(({ session_id }) => session_id)),
  ])
  const depositNames = await loadDepositNames(container, deposits)
  return {
    id: order_id,
    payments: [...details].reverse(),
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
