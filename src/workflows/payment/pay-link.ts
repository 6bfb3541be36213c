import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { exceeds, moneyOf } from "../../domain/money"
import { findMisfit, isPaidOtherwise } from "../../domain/payment/settlement"
import { pageUrlOf } from "../../modules/onchain/options/option-groups"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import { type AnyPayment, isChosen, isCurrent, isLeft } from "../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import type { OnchainPageLink, OnchainSentPayLinkResponse } from "../../types/http"
import { createPageLink } from "./create-page-link"
import { withOrderLock } from "./capture"
import { buildMessageData, sendMessage, shopperOf } from "./shopper-message"
import {
  isCancelled,
  loadOrder,
  mustLoadOrder,
  notAllowed,
  type OrderRecord,
  orderToKeys,
  readRows,
  withId,
} from "./order-record"
import { choiceRefused } from "./words"

/**
 * Creates a link for the amount still due on an order: after an edit or an exchange, for a draft order, or after applied money
 * covered only part of it. Reuses our payment if one awaits this amount or more.
 *
 * @throws MedusaError `not_found`; `not_allowed` when nothing is due, the order is cancelled, its region does not take crypto, or
 * money is confirming for a session that the new one would delete
 */
export async function createPayLink(
  container: MedusaContainer,
  order_id: string
): Promise<{ session_id: string; page_link: OnchainPageLink }> {
  const seen = await mustLoadOrder(container, order_id)
  const session_id = await withOrderLock(container, seen, async () => {
    const order = await loadOrder(container, order_id)
    if (!order || isCancelled(order)) throw notAllowed("The order is cancelled.")
    if (!order.isOwed) throw notAllowed("Nothing is due on this order.")
    const payments = await container.resolve("onchain").orderFollowUps.listOfOrder(orderToKeys(order))
    const waiting = await findWaiting(container, payments, order)
    if (waiting !== undefined) return waiting
    if (payments.some(isOnItsWay))
      throw notAllowed("A payment for this order is being confirmed. Create the link once it has settled.")
    return openSession(container, order)
  })
  const page_link = await createPageLink(container, {
    ...{ subject: { session_id }, purpose: "mail", asker: { kind: "store" } },
  })
  return { session_id, page_link }
}

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
    if (session.currency !== owed.currency || exceeds(owed, session, decimals)) continue
    const cover = await collectionAmounts.ofSession(session_id)
    if (cover === null || findMisfit(cover, "placed")?.kind === "other_currency") continue
    if (!isPaidOtherwise(cover)) return session_id
  }
  return undefined
}

/** A new session makes Medusa delete the others of its collection, and their money would be held for review. */
function isOnItsWay(payment: AnyPayment): boolean {
  if (!isChosen(payment) || payment.abandoned_at !== null || isLeft(payment)) return false
  return payment.state === "confirming" || payment.state === "settled"
}

/** Medusa returns one collection when it updates, and a list when it creates. */
const collections = z.union([withId, z.array(withId).min(1)])

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
  return withId.parse(session).id
}

const ofRegion = z.object({
  region: z.object({ payment_providers: z.array(z.object({ id: z.string(), is_enabled: z.boolean() })) }),
})

async function findProvider(container: MedusaContainer, orderId: string): Promise<string> {
  const orders = await readRows(container, "order", ofRegion, { id: orderId })
  const providers = orders.flatMap(({ region }) => region.payment_providers)
  const own = providers.find(({ id, is_enabled }) => is_enabled && isOwnProvider(id))
  if (own) return own.id
  throw notAllowed(
    "The region of the order does not take crypto payments. Enable the provider in the region."
  )
}

/** Where a link leads; null while the option `notifications.pageUrl` is not set. */
export function payLinkUrl(container: MedusaContainer, token: string): string | null {
  const { pageUrl } = container.resolve("onchain").options.notifications
  return pageUrl === undefined ? null : pageUrlOf(pageUrl, token)
}

/** Channel, page and template of the message with a link; null while one of them is missing. */
export function linkMessageOf(container: MedusaContainer) {
  const { channel, pageUrl, templates } = container.resolve("onchain").options.notifications
  if (channel === null || pageUrl === undefined || templates.awaiting === null) return null
  return { channel, pageUrl, template: templates.awaiting }
}

/**
 * Mails the link for the amount still due on an order. The request is noted before anything is sent: two operators send it once
 * within a minute.
 *
 * @throws MedusaError `not_found`; `not_allowed` when messages are off, the order has no email or owes nothing, the link was sent
 * within the last minute, or the provider of messages fails
 */
export async function sendPayLink(
  container: MedusaContainer,
  { order_id, actor_id }: { order_id: string; actor_id: string }
): Promise<OnchainSentPayLinkResponse["message"]> {
  const onchain = container.resolve("onchain")
  const { shopperMessages, options } = onchain
  const message = linkMessageOf(container)
  if (!message) throw choiceRefused("messages_off")
  const order = await mustLoadOrder(container, order_id)
  const shopper = shopperOf(order)
  if (!shopper.email) throw choiceRefused("no_email")
  const { channel, template, pageUrl } = message
  if (!(await shopperMessages.hasProvider(channel)))
    throw notAllowed(`Medusa's Notification module has no provider for the channel "${channel}".`)
  const { session_id, page_link } = await createPayLink(container, order_id)
  const payment = await onchain.payments.findAny({ session_id })
  if (!payment) throw new Error(`session ${session_id} has no payment`)
  const requestId = await shopperMessages.noteLinkRequest(options, payment.id, actor_id)
  if (requestId === null) throw notAllowed("The link was sent within the last minute.")
  const messageId = `onchain:link:${requestId}`
  const link = { url: pageUrlOf(pageUrl, page_link.token), expiresAt: page_link.expires_at }
  const data = await buildMessageData(onchain, { messageId, payment, shopper, link })
  try {
    await sendMessage(container, {
      ...{ to: shopper.email, channel, template, data, idempotency_key: messageId },
      trigger_type: "onchain.pay_link_requested",
      ...{ resource_id: payment.id, receiver_id: shopper.customerId },
    })
  } catch (error) {
    await shopperMessages.noteLinkResult(options, payment.id, "payment.link_failed", actor_id)
    throw notAllowed(`The message could not be sent: ${reasonOf(error)}`)
  }
  await shopperMessages.noteLinkResult(options, payment.id, "payment.link_sent", actor_id)
  return { to: shopper.email, at: new Date(onchain.clock()).toISOString() }
}
