import { applicationRefusalInWords } from "../words"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { ApplicationTarget } from "../../../domain/payment/payment-resolution"
import { refuseApplication } from "../../../domain/payment/payment-resolution"
import { isChosen, isLeft, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { OnchainApplicationCandidate } from "../../../types/http"
import { findOrderOfPayment, isCancelled, loadOrder, orderToKeys } from "../order-record"
import type { OrderRecord } from "../order-record"

/** Reads what decides whether the money of a payment can pay an order. */
export async function loadApplicationTarget(
  container: MedusaContainer,
  payment: PaymentRow,
  order: OrderRecord
): Promise<ApplicationTarget> {
  const rows = await container.resolve("onchain").orderFollowUps.listOfOrder(orderToKeys(order))
  const others = rows.filter(({ id }) => id !== payment.id)
  return {
    isCancelled: isCancelled(order),
    status: order.status,
    outstanding: order.outstanding,
    currency_code: order.currency_code,
    assets: rows.filter(isChosen),
    isBeingCaptured: others.some((row) => row.state === "settled" && !isLeft(row)),
    hasApplication: others.some(({ resolution, state }) => resolution === "apply" && state === "unallocated"),
  }
}

/** More would not help the choice. */
const MAX_PAYMENTS = 20

/**
 * The orders that money is likely meant for: the one of its cart, and open ones of the same customer in the
 * same token, each with what prevents it.
 *
 * @param value of the money in major units, null when unknown
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
    const target = await loadApplicationTarget(container, payment, order)
    const refusal = refuseApplication({ ...payment, value }, target)
    candidates.push({
      order: {
        id: order.id,
        display_id: order.display_id,
        total: order.raw_total,
        outstanding: target.outstanding,
        currency_code: order.currency_code,
      },
      is_possible: refusal === null,
      reason: refusal && applicationRefusalInWords(refusal),
    })
  }
  return candidates
}

async function listOrderIds(container: MedusaContainer, payment: PaymentRow): Promise<Set<string>> {
  const { orderFollowUps } = container.resolve("onchain")
  const ids = new Set<string>()
  for (const row of [payment, ...(await orderFollowUps.listOfCustomer(payment, MAX_PAYMENTS))]) {
    const orderId = await findOrderOfPayment(container, row)
    if (orderId !== null) ids.add(orderId)
  }
  return ids
}
