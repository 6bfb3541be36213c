import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { pageUrlOf } from "../../modules/onchain/options/notification-options"
import { isChosen } from "../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../modules/onchain/work/error-reason"
import { explorerLinks } from "../../domain/payment/explorer"
import type { OnchainSentPayLinkResponse } from "../../types/http"
import { createPayLink } from "./create-pay-link"
import { buildMessageData } from "./message-data"
import { findRecipientOfOrder } from "./message-facts"
import { sendMessage } from "./send-message"
import { loadOrder } from "./order-record"
import { choiceRefusalInWords } from "./words"

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

const refused = (message: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
