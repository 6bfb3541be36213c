import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { isInReview } from "../../domain/payment/invoice-reading"
import { explorerLinks } from "../../domain/payment/payment-page"
import { remainingOf } from "../../domain/payment/received-amount"
import {
  type MessageFacts,
  MOST_TRIES,
  refuseMessage,
  type ShopperMessage,
} from "../../domain/payment/timeline"
import { pageUrlOf } from "../../modules/onchain/options/option-groups"
import type { ShownFiat } from "../../modules/onchain/payment/medusa-payments"
import { type AnyPayment, isChosen } from "../../modules/onchain/payment/payment-row"
import type { DueMessage, MessageEnd } from "../../modules/onchain/payment/shopper-messages"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-change"
import type { RefundRow } from "../../modules/onchain/refund/refund-ledger"
import type OnchainModuleService from "../../modules/onchain/service"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import { inTime } from "../../modules/onchain/work/claim"
import type { OnchainMessageData } from "../../types/http"
import { createPageLink } from "./create-page-link"
import { findOrderOfPayment, isCancelled, loadOrder } from "./order-record"

/** Payment columns that a message may use. */
type MessagePayment = { id: string; fiat_amount: string; currency_code: string }

/** Columns of the payer's choice. */
export type MessageAttempt = {
  network_id: string
  network_name: string | null
  token: string
  decimals: number
  expected_amount: string
  received_amount: string | null
  expires_at: Date | null
  tx_hash: string | null
}

/** A sent refund. The amount is what left the store, network fee included. */
type MessageRefund = {
  id: string
  networkId: string
  token: string
  amount: string | null
  txHash: string | null
}

type MessageParts = {
  messageId: string
  order: { id: string; displayId: number | null } | null
  locale: string | null
  payment: MessagePayment
  /** Null until the payer has chosen a network and a token. */
  attempt: MessageAttempt | null
  refund: MessageRefund | null
  link: { url: string; expiresAt: string } | null
  fiat: ShownFiat
  /** Block explorer URL of a transaction; null when unknown. */
  explorerUrl: (networkId: string, txHash: string) => string | null
}

/** Builds the template data. The link is the only secret; there is no deposit address and no email address. */
export function buildMessageData(parts: MessageParts): OnchainMessageData {
  const { payment, attempt, refund, order, link } = parts
  const networkId = refund?.networkId ?? attempt?.network_id ?? null
  const txHash = refund ? refund.txHash : (attempt?.tx_hash ?? null)
  return {
    message_id: parts.messageId,
    order_id: order?.id ?? null,
    order_display_id: order?.displayId ?? null,
    payment_id: payment.id,
    locale: parts.locale,
    fiat_amount: parts.fiat(payment.fiat_amount, payment.currency_code),
    currency_code: payment.currency_code,
    link: link?.url ?? null,
    link_expires_at: link?.expiresAt ?? null,
    network_id: networkId,
    network_name: networkId === attempt?.network_id ? (attempt.network_name ?? networkId) : networkId,
    token: refund?.token ?? attempt?.token ?? null,
    expected_amount: attempt?.expected_amount ?? null,
    received_amount: attempt?.received_amount ?? null,
    remaining_amount: attempt && remainingOf(attempt),
    expires_at: attempt?.expires_at?.toISOString() ?? null,
    refund_id: refund?.id ?? null,
    refund_amount: refund?.amount ?? null,
    tx_hash: txHash,
    explorer_url: txHash === null || networkId === null ? null : parts.explorerUrl(networkId, txHash),
  }
}

const text = z.string().nullish()
/** Data of every event that has a message. @see src/modules/onchain/events.ts */
const eventData = z.object({
  payment_id: z.string(),
  order_id: text,
  attempt_id: text,
  received_amount: text,
  refund_id: text,
  withdrawal_id: text,
})
type MessageEvent = z.infer<typeof eventData>

/** Recipient and language of a message. */
type Recipient = { email: string | null; locale: string | null; customerId: string | null }

/** Current facts for a message. */
type MessageSubject = {
  event: MessageEvent
  payment: AnyPayment
  orderId: string | null
  displayId: number | null
  recipient: Recipient
  refund: RefundRow | null
  withdrawal: WithdrawalRow | null
  facts: MessageFacts
}

/**
 * Reads the current facts for a message. The event only names the payment or refund; the message states what is true now.
 *
 * @throws ZodError when the event or a row of Medusa is malformed
 */
async function loadMessageSubject(container: MedusaContainer, due: DueMessage): Promise<MessageSubject> {
  const { payments, attempts, refunds, payouts } = container.resolve("onchain")
  const event = eventData.parse(due.data)
  const payment = await payments.findAny({ id: event.payment_id })
  if (!payment) throw new Error(`payment ${event.payment_id} is gone; payment rows are never deleted`)
  const orderId = await findOrderOfPayment(container, payment)
  const order = orderId === null ? null : await loadOrder(container, orderId)
  const refund = event.refund_id ? ((await refunds.find(event.refund_id)) ?? null) : null
  const withdrawal = event.withdrawal_id ? await payouts.withdrawals.store.find(event.withdrawal_id) : null
  const recipient = order
    ? await findRecipientOfOrder(container, order.id)
    : await findOnCart(container, payment)
  return {
    ...{ event, payment, refund, withdrawal: withdrawal ?? null },
    ...{ orderId: order?.id ?? null, displayId: order?.display_id ?? null },
    recipient: recipient ?? { email: null, locale: null, customerId: null },
    facts: {
      state: payment.state,
      receivedAmount: isChosen(payment) ? payment.received_amount : null,
      isInReview: isInReview(await attempts.knownMoney(payment.id)),
      isContradicted: payment.contradicted_at !== null && payment.contradiction_ended_at === null,
      isAbandoned: payment.abandoned_at !== null,
      order: order && { isCancelled: isCancelled(order), isOwed: order.isOwed },
      hasExpiredSince: isChosen(payment) && isAfter(payment.expires_at, payment.order_placed_at),
      isStillCurrent:
        isSame(event.attempt_id, payment.attempt_id) && isSame(event.order_id, order?.id ?? null),
      part: partOf(event, payment),
      refundState: refund?.state ?? null,
    },
  }
}

function isAfter(later: Date | null, earlier: Date | null): boolean {
  return later !== null && earlier !== null && later > earlier
}

/** An event without one matches any. */
function isSame(named: string | null | undefined, now: string | null): boolean {
  return named === null || named === undefined || named === now
}

function partOf({ received_amount: announced }: MessageEvent, payment: AnyPayment): MessageFacts["part"] {
  if (!announced) return null
  const largest = isChosen(payment) ? payment.largest_part_amount : null
  return { announced, largest: largest ?? announced }
}

/** Who placed the order of a payment, or has its cart. */
export async function findShopper(
  container: MedusaContainer,
  payment: AnyPayment
): Promise<{ order: { id: string; displayId: number | null } | null; recipient: Recipient }> {
  const orderId = await findOrderOfPayment(container, payment)
  const order = orderId === null ? null : await loadOrder(container, orderId)
  const found = order ? await findRecipientOfOrder(container, order.id) : await findOnCart(container, payment)
  return {
    order: order && { id: order.id, displayId: order.display_id },
    recipient: found ?? { email: null, locale: null, customerId: null },
  }
}

const contact = z.object({ email: text, locale: text, customer_id: text })

function toRecipient({ email, locale, customer_id }: z.infer<typeof contact>): Recipient {
  return { email: email || null, locale: locale ?? null, customerId: customer_id ?? null }
}

export async function findRecipientOfOrder(
  container: MedusaContainer,
  id: string
): Promise<Recipient | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = ["id", "email", "locale", "customer_id"]
  const { data } = await query.graph({ entity: "order", fields, filters: { id } })
  return z.array(contact).parse(data).map(toRecipient)[0]
}

/** Money can arrive and be refunded without an order; the cart then has the email address. */
async function findOnCart(
  container: MedusaContainer,
  { collection_id }: AnyPayment
): Promise<Recipient | undefined> {
  if (collection_id === null) return undefined
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "cart_payment_collection",
    fields: ["cart.id", "cart.email", "cart.locale", "cart.customer_id"],
    filters: { payment_collection_id: collection_id },
  })
  const found = z.array(z.object({ cart: contact.nullish() })).parse(data)
  return found.flatMap(({ cart }) => (cart ? [toRecipient(cart)] : []))[0]
}

/** Timeout of the provider. The next try checks whether the message was sent. */
const PATIENCE_MS = 2 * 60_000

type NewNotification = {
  to: string
  channel: string
  template: string
  data: OnchainMessageData
  idempotency_key: string
  trigger_type: string | null
  resource_id: string
  resource_type: string
  receiver_id: string | null
  original_notification_id: string | null
}

/**
 * Redacts a provider's error, which may repeat the address or the link.
 *
 * @param options.forgetsLink takes the link out of Medusa's row of the message once it is sent or refused: every
 * admin user can read that row
 */
export async function sendMessage(
  container: MedusaContainer,
  message: NewNotification,
  { forgetsLink = false } = {}
): Promise<void> {
  const { to, data } = message
  const sending = container
    .resolve(Modules.NOTIFICATION)
    .createNotifications({ ...message, data: { ...data } })
    .finally(() => (forgetsLink ? forgetLink(container, message) : undefined))
  const secrets = [to, data.link].filter((one) => one !== null)
  const sent = await inTime(sending, PATIENCE_MS).catch((error: unknown) => {
    throw new Error(secrets.reduce((words, secret) => words.replaceAll(secret, "[hidden]"), reasonOf(error)))
  })
  if (!sent) throw new Error("the notification provider did not answer in time")
}

const keyed = z.array(z.object({ id: z.string(), idempotency_key: z.string().nullish() }))

/** Of Medusa's own service, but not in its interface. */
type NotificationUpdates = { updateNotifications: (change: { id: string; data: object }) => Promise<unknown> }

const canUpdate = (service: object): service is NotificationUpdates =>
  "updateNotifications" in service && typeof service.updateNotifications === "function"

async function forgetLink(
  container: MedusaContainer,
  { idempotency_key, resource_id, data }: NewNotification
): Promise<void> {
  const service = container.resolve(Modules.NOTIFICATION)
  try {
    if (!canUpdate(service)) throw new Error("the Notification module of this store changes no message")
    const stored = await service.listNotifications({ resource_id: [resource_id] }, { take: null })
    const [row] = keyed.parse(stored).filter((one) => one.idempotency_key === idempotency_key)
    if (row) await service.updateNotifications({ id: row.id, data: { ...data, link: null } })
  } catch (error) {
    // The message is sent or refused all the same.
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: message ${idempotency_key} keeps its link: ${reasonOf(error)}`)
  }
}

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
