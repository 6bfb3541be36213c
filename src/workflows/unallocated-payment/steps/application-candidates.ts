import type { MedusaContainer } from "@medusajs/framework/types"
import { fiatAmountToText } from "../../../modules/onchain/fiat-amount"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { OnchainApplicationCandidate } from "../../../types/http"
import { findOrderOfPayment } from "../../order/steps/find-order-of-payment"
import { loadOrder, outstandingOf } from "../../order/steps/order-record"
import { findReasonAgainst } from "./application-target"

/** More is no help to choose from. */
const MAX_PAYMENTS = 20

/**
 * The orders that money is likely to be meant for: the one of its cart, and open ones of the same customer that ask for
 * the same token. Each says whether it can be paid with it, and if not why.
 *
 * @param value what the money is worth in major units, null when that is not known
 */
export async function loadApplicationCandidates(
  container: MedusaContainer,
  payment: PaymentRow,
  value: string | null
): Promise<OnchainApplicationCandidate[]> {
  if (payment.state !== "unallocated" || payment.resolution !== null) return []
  const candidates: OnchainApplicationCandidate[] = []
  for (const orderId of await listOrderIds(container, payment)) {
    const order = await loadOrder(container, orderId)
    if (!order) continue
    const reason = await findReasonAgainst(container, payment, value, order)
    candidates.push({
      order: {
        id: order.id,
        display_id: order.display_id,
        total: fiatAmountToText(order.summary.current_order_total),
        outstanding: outstandingOf(order),
        currency_code: order.currency_code,
      },
      is_possible: reason === null,
      reason,
    })
  }
  return candidates
}

async function listOrderIds(container: MedusaContainer, payment: PaymentRow): Promise<Set<string>> {
  const { orders } = container.resolve("onchain")
  const ids = new Set<string>()
  for (const row of [payment, ...(await orders.listOfCustomer(payment, MAX_PAYMENTS))]) {
    const orderId = await findOrderOfPayment(container, row)
    if (orderId !== null) ids.add(orderId)
  }
  return ids
}
