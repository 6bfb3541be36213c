import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import {
  createOrUpdateOrderPaymentCollectionWorkflow,
  createPaymentSessionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { moneyOf } from "../../domain/money"
import { dueOf, findOtherCurrency, isPaidOtherwise, isSameAmount } from "../../domain/payment/order-cover"
import { explorerLinks } from "../../domain/payment/payment-page"
import { pageUrlOf } from "../../modules/onchain/options/option-groups"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import { type AnyPayment, isChosen, isCurrent, isLeft } from "../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import type { OnchainPageLink, OnchainSentPayLinkResponse } from "../../types/http"
import { createPageLink } from "./create-page-link"
import { withOrderLock } from "./load-session-facts"
import { buildMessageData, findRecipientOfOrder, sendMessage } from "./shopper-message"
import { isCancelled, loadOrder, type OrderRecord, orderToKeys } from "./order-record"
import { choiceRefusalInWords } from "./words"

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
const createdSession = z.object({ id: z.string() })

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
  return createdSession.parse(session).id
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
 * Mails the link for the amount still due on an order, with the template of an order that awaits its payment.
 *
 * The request is noted before anything is sent, under the lock of the payment: two operators send it once within a minute.
 *
 * @throws MedusaError `not_found`; `not_allowed` when messages are off, the order has no email or owes nothing, the link was sent
 * within the last minute, or the provider of messages fails
 */
export async function sendPayLink(
  container: MedusaContainer,
  { order_id, actor_id }: { order_id: string; actor_id: string }
): Promise<OnchainSentPayLinkResponse["message"]> {
  const { currencies, shopperMessages, payments, options, clock } = container.resolve("onchain")
  const message = linkMessageOf(container)
  if (!message) throw refused(choiceRefusalInWords("messages_off"))
  const order = await loadOrder(container, order_id)
  if (!order) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${order_id}.`)
  const recipient = await findRecipientOfOrder(container, order_id)
  if (!recipient?.email) throw refused(choiceRefusalInWords("no_email"))
  if (!(await shopperMessages.hasProvider(message.channel)))
    throw refused(`Medusa's Notification module has no provider for the channel "${message.channel}".`)
  const { session_id, page_link } = await createPayLink(container, order_id)
  const payment = await payments.findAny({ session_id })
  if (!payment) throw new Error(`session ${session_id} has no payment`)
  const requestId = await shopperMessages.noteLinkRequest(options, payment.id, actor_id)
  if (requestId === null) throw refused("The link was sent within the last minute.")
  const { channel, template, pageUrl } = message
  const messageId = `onchain:link:${requestId}`
  const data = buildMessageData({
    fiat: await currencies.shown([payment.currency_code]),
    ...{ messageId, payment, locale: recipient.locale, refund: null },
    order: { id: order.id, displayId: order.display_id },
    attempt: isChosen(payment) ? payment : null,
    link: { url: pageUrlOf(pageUrl, page_link.token), expiresAt: page_link.expires_at },
    explorerUrl: (networkId, txHash) => explorerLinks(options, { networkId, txHash }).tx_url,
  })
  try {
    await sendMessage(container, {
      ...{ to: recipient.email, channel, template, data, idempotency_key: messageId },
      ...{ trigger_type: "onchain.pay_link_requested", resource_id: payment.id },
      ...{ resource_type: "onchain_payment", receiver_id: recipient.customerId },
      original_notification_id: null,
    })
  } catch (error) {
    await shopperMessages.noteLinkResult(options, payment.id, "payment.link_failed", actor_id)
    throw refused(`The message could not be sent: ${reasonOf(error)}`)
  }
  await shopperMessages.noteLinkResult(options, payment.id, "payment.link_sent", actor_id)
  return {
    to: recipient.email,
    at: new Date(clock()).toISOString(),
  }
}
