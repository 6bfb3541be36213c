import { applicationRefusalInWords } from "../words"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Applier, ApplicationTarget } from "../../../domain/payment/payment-resolution"
import { isOfOtherCustomer, refuseApplication } from "../../../domain/payment/payment-resolution"
import { isChosen, isLeft, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { OnchainApplicationCandidate } from "../../../types/http"
import { findPayoutRefusal, type RequestActor } from "../../payout/payout-access"
import { loadActorNames } from "../../person-names"
import { findOrderOfPayment, isCancelled, loadOrder, orderToKeys } from "../order-record"
import type { OrderRecord } from "../order-record"

/** Applying money moves nothing out, so it takes no payout key. */
export async function findApplier(container: MedusaContainer, reader: RequestActor): Promise<Applier> {
  const { payouts: access } = container.resolve("onchain").options
  return { ...(await findPayoutRefusal(container, reader, "notes")), access }
}

/** Names of the users who may move money out. */
export async function loadAllowedNames(container: MedusaContainer): Promise<string[]> {
  const { allowedUsers } = container.resolve("onchain").options.payouts
  const nameOf = await loadActorNames(container, allowedUsers)
  return allowedUsers.flatMap((id) => nameOf(id) ?? [])
}

/** Reads what decides whether the money of a payment can pay an order. */
export async function loadApplicationTarget(
  container: MedusaContainer,
  payment: PaymentRow,
  order: OrderRecord
): Promise<ApplicationTarget> {
  const { orderFollowUps, deposits } = container.resolve("onchain")
  const [rows, meantFor, isTiedByPerson] = await Promise.all([
    orderFollowUps.listOfOrder(orderToKeys(order)),
    findOrderOfPayment(container, payment),
    deposits.links.isTiedByPerson(payment),
  ])
  const others = rows.filter(({ id }) => id !== payment.id)
  return {
    id: order.id,
    customer_id: order.customer_id,
    isMeant: meantFor === order.id && !isTiedByPerson,
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
 * same token, and the one that is proposed, each with what prevents it.
 *
 * @param value of the money in major units, null when unknown
 * @param allowed names of the users who may move money out
 */
export async function loadApplicationCandidates(
  container: MedusaContainer,
  payment: PaymentRow,
  { value, applier, allowed }: { value: string | null; applier: Applier; allowed: readonly string[] }
): Promise<OnchainApplicationCandidate[]> {
  if (payment.state !== "unallocated" || payment.resolution !== null) return []
  const candidates: OnchainApplicationCandidate[] = []
  for (const orderId of await listOrderIds(container, payment)) {
    const order = await loadOrder(container, orderId)
    if (!order) continue
    const target = await loadApplicationTarget(container, payment, order)
    const refusal = refuseApplication({ ...payment, value }, target, applier)
    const { currency_code } = order
    const fiat = await container.resolve("onchain").currencies.shown([currency_code])
    candidates.push({
      order: {
        id: order.id,
        display_id: order.display_id,
        total: fiat(order.raw_total, currency_code),
        outstanding: fiat(target.outstanding, currency_code),
        currency_code,
      },
      is_other_customer: isOfOtherCustomer(payment, target),
      is_possible: refusal === null,
      reason: refusal && applicationRefusalInWords(refusal, { fiat, allowed }),
    })
  }
  return candidates
}

async function listOrderIds(container: MedusaContainer, payment: PaymentRow): Promise<Set<string>> {
  const { orderFollowUps } = container.resolve("onchain")
  const ids = new Set(payment.proposed_order_id === null ? [] : [payment.proposed_order_id])
  for (const row of [payment, ...(await orderFollowUps.listOfCustomer(payment, MAX_PAYMENTS))]) {
    const orderId = await findOrderOfPayment(container, row)
    if (orderId !== null) ids.add(orderId)
  }
  return ids
}
