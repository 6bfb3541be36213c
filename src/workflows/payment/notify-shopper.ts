import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { explorerLinks } from "../../domain/payment/explorer"
import { MOST_TRIES, refuseMessage, type ShopperMessage } from "../../domain/payment/shopper-message"
import { isChosen } from "../../modules/onchain/payment/payment-row"
import { pageUrlOf } from "../../modules/onchain/options/notification-options"
import type { DueMessage, MessageEnd } from "../../modules/onchain/payment/shopper-messages"
import type { OnchainMessageData } from "../../types/http"
import { createPageLink } from "./create-page-link"
import type OnchainModuleService from "../../modules/onchain/service"
import { buildMessageData, type MessageRefund } from "./message-data"
import { loadMessageSubject, type MessageSubject } from "./message-facts"
import { sendMessage } from "./send-message"

/** Messages that are useless without a link. */
const NEEDS_LINK: readonly ShopperMessage[] = ["awaiting", "partReceived", "expired"]

/**
 * Sends one message to a shopper, unless it is no longer true.
 *
 * @returns the result
 * @throws when it could not be sent and should be retried
 */
export async function notifyShopper(container: MedusaContainer, due: DueMessage): Promise<MessageEnd> {
  const onchain = container.resolve("onchain")
  const { channel, pageUrl, templates } = onchain.options.notifications
  const template = templates[due.message]
  if (channel === null || pageUrl === undefined || template === null) return "turned_off"
  const subject = await loadMessageSubject(container, due)
  if (!onchain.isOfThisAccount(subject.payment)) return "other_account"
  const refusal = refuseMessage(due.message, subject.facts)
  if (refusal) return refusal
  const to = subject.recipient.email
  if (to === null) return "no_email"
  if (!(await onchain.shopperMessages.hasProvider(channel)))
    throw new Error(`Medusa's Notification module has no provider for the channel "${channel}"`)
  const messageId = messageIdOf(due.message, subject)
  const earlier = await listTries(container, due, subject, messageId)
  if (earlier.some(({ status }) => status === "success")) return "sent"
  const link = due.message === "refundSent" ? null : await createLink(container, subject, pageUrl)
  if (link === null && NEEDS_LINK.includes(due.message)) return "no_page"
  const data = await toData(onchain, messageId, subject, link)
  const idempotency_key = keysOf(messageId).find((key) => !earlier.some((one) => one.idempotency_key === key))
  if (idempotency_key === undefined) throw new Error(`message ${messageId} was tried too often`)
  await sendMessage(container, {
    ...{ to, channel, template, data, idempotency_key },
    trigger_type: due.event,
    ...{ resource_id: subject.payment.id, resource_type: "onchain_payment" },
    receiver_id: subject.recipient.customerId,
    original_notification_id: earlier[0]?.id ?? null,
  })
  return "sent"
}

/** Identifies a message, however often its event is delivered. */
export function messageIdOf(
  message: ShopperMessage,
  {
    event,
    payment,
    orderId,
  }: Pick<MessageSubject, "event" | "orderId"> & { payment: { id: string; attempt_id: string | null } }
): string {
  const about = {
    awaiting: [payment.id, orderId],
    partReceived: [payment.id, event.attempt_id ?? payment.attempt_id, event.received_amount],
    expired: [payment.id, event.attempt_id ?? payment.attempt_id],
    paid: [payment.id],
    refundSent: [event.refund_id],
  }[message]
  return ["onchain", message, ...about].join(":")
}

/**
 * The idempotency key of each try. Medusa ignores a key that is still pending, and cannot record a resend after a failure, so
 * every try has its own key. The message id stays the same.
 */
function keysOf(messageId: string): string[] {
  return Array.from({ length: MOST_TRIES }, (_, n) => (n === 0 ? messageId : `${messageId}:${n + 1}`))
}

const notification = z.object({ id: z.string(), status: z.string(), idempotency_key: z.string().nullish() })
type Try = z.infer<typeof notification>

/** Earlier tries of a message by any process, oldest first. A pending one belonged to a process that died. */
async function listTries(
  container: MedusaContainer,
  { event }: DueMessage,
  { payment }: MessageSubject,
  messageId: string
): Promise<Try[]> {
  const keys = keysOf(messageId)
  const stored = await container
    .resolve(Modules.NOTIFICATION)
    .listNotifications(
      { resource_id: [payment.id], trigger_type: [event] },
      { take: null, order: { id: "ASC" } }
    )
  return z
    .array(notification)
    .parse(stored)
    .filter(({ idempotency_key }) => keys.includes(idempotency_key ?? ""))
}

type Link = { url: string; expiresAt: string }

/** @returns null when the payment no longer has a page */
async function createLink(
  container: MedusaContainer,
  { payment }: MessageSubject,
  pageUrl: string
): Promise<Link | null> {
  const subject = { session_id: payment.session_id }
  try {
    const made = await createPageLink(container, { subject, purpose: "mail", asker: { kind: "store" } })
    return { url: pageUrlOf(pageUrl, made.token), expiresAt: made.expires_at }
  } catch (error) {
    if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_FOUND) return null
    throw error
  }
}

async function toData(
  { options, currencies }: Pick<OnchainModuleService, "options" | "currencies">,
  messageId: string,
  subject: MessageSubject,
  link: Link | null
): Promise<OnchainMessageData> {
  const { payment, orderId, displayId, recipient } = subject
  return buildMessageData({
    fiat: await currencies.shown([payment.currency_code]),
    ...{ messageId, payment, link, locale: recipient.locale },
    attempt: isChosen(payment) ? payment : null,
    order: orderId === null ? null : { id: orderId, displayId },
    refund: toRefund(subject),
    explorerUrl: (networkId, txHash) => explorerLinks(options, { networkId, txHash }).tx_url,
  })
}

function toRefund({ refund, withdrawal }: MessageSubject): MessageRefund | null {
  if (!refund) return null
  return {
    ...{ id: refund.id, networkId: refund.network_id, token: refund.token },
    amount: withdrawal?.amount ?? refund.token_amount,
    txHash: withdrawal?.tx_hash ?? null,
  }
}
