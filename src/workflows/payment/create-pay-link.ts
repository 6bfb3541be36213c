import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { moneyOf } from "../../domain/money"
import { findOtherCurrency, isPaidOtherwise, dueOf, isSameAmount } from "../../domain/payment/order-cover"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import { isChosen, isCurrent, isLeft, type AnyPayment } from "../../modules/onchain/payment/payment-row"
import type { OnchainPageLink } from "../../types/http"
import { withOrderLock } from "./cart-and-order-locks"
import { createPageLink } from "./create-page-link"
import { isCancelled, loadOrder, orderToKeys, type OrderRecord } from "./order-record"

/**
 * Creates a link for the amount still due on an order: after an edit or an exchange, for a draft order, or after applied money
 * covered only part of it.
 *
 * Reuses our payment if one awaits this amount or more. Otherwise adds a session to the order's payment collection, which calls
 * nothing.
 *
 * @throws MedusaError `not_found`; `not_allowed` when nothing is due, the order is cancelled, its region does not take crypto, or
 * money is confirming for a session that the new one would delete
 */
export async function createPayLink(
  container: MedusaContainer,
  order_id: string
): Promise<{ session_id: string; page_link: OnchainPageLink }> {
  const seen = await loadOrder(container, order_id)
  if (!seen) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${order_id}.`)
  const session_id = await withOrderLock(container, seen, async () => {
    const order = await loadOrder(container, order_id)
    if (!order || isCancelled(order)) throw refused("The order is cancelled.")
    if (!order.isOwed) throw refused("Nothing is due on this order.")
    const payments = await container.resolve("onchain").orderFollowUps.listOfOrder(orderToKeys(order))
    const waiting = await findWaiting(container, payments, order)
    if (waiting !== undefined) return waiting
    if (payments.some(isOnItsWay))
      throw refused("A payment for this order is being confirmed. Create the link once it has settled.")
    return openSession(container, order)
  })
  const page_link = await createPageLink(container, {
    ...{ subject: { session_id }, purpose: "mail", asker: { kind: "store" } },
  })
  return { session_id, page_link }
}

const refused = (message: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message)

/** The session of a payment that awaits at least what is due: its page asks for no more than that. */
async function findWaiting(
  container: MedusaContainer,
  payments: readonly AnyPayment[],
  { outstandingMoney: owed, decimals }: OrderRecord
): Promise<string | undefined> {
  const { collectionAmounts } = container.resolve("onchain")
  for (const payment of payments) {
    const { state, abandoned_at, session_id, session_fiat_amount, currency_code } = payment
    // The current attempt decides about the payment.
    if (isChosen(payment) && !isCurrent(payment)) continue
    if (abandoned_at !== null || state === "captured" || state === "unallocated") continue
    const session = moneyOf(session_fiat_amount, currency_code)
    if (session.currency !== owed.currency) continue
    if (!isSameAmount(dueOf(session, owed, decimals), owed, decimals)) continue
    const cover = await collectionAmounts.ofSession(session_id)
    if (cover !== null && findOtherCurrency(cover) === null && !isPaidOtherwise(cover)) return session_id
  }
  return undefined
}

/** A new session makes Medusa delete the others of its collection, and their money would be held for review. */
function isOnItsWay(payment: AnyPayment): boolean {
  if (!isChosen(payment) || payment.abandoned_at !== null || isLeft(payment)) return false
  return payment.state === "confirming" || payment.state === "settled"
}

/** Medusa returns one collection when it updates, and a list when it creates. */
const collections = z.union([z.object({ id: z.string() }), z.array(z.object({ id: z.string() })).min(1)])
const sessions = z.object({ id: z.string() })

async function openSession(container: MedusaContainer, order: OrderRecord): Promise<string> {
  const provider_id = await findProvider(container, order.id)
  const { result } = await createOrUpdateOrderPaymentCollectionWorkflow(container).run({
    input: { order_id: order.id },
  })
  const [collection] = [collections.parse(result)].flat()
  const customer = order.customer_id === null ? {} : { customer_id: order.customer_id }
  const input = { payment_collection_id: collection?.id ?? "", provider_id, ...customer }
  const { result: session } = await container
    .resolve("onchain")
    .sessionGuard.asStore(() => createPaymentSessionsWorkflow(container).run({ input }))
  return sessions.parse(session).id
}

const regions = z.array(
  z.object({
    region: z.object({ payment_providers: z.array(z.object({ id: z.string(), is_enabled: z.boolean() })) }),
  })
)

async function findProvider(container: MedusaContainer, orderId: string): Promise<string> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["region.payment_providers.id", "region.payment_providers.is_enabled"],
    filters: { id: orderId },
  })
  const providers = regions.parse(data).flatMap(({ region }) => region.payment_providers)
  const own = providers.find(({ id, is_enabled }) => is_enabled && isOwnProvider(id))
  if (own) return own.id
  throw refused("The region of the order does not take crypto payments. Enable the provider in the region.")
}
