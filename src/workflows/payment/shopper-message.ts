import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { isInReview } from "../../domain/payment/invoice-reading"
import { explorerLinks } from "../person-names"
import { remainingOf } from "../../domain/payment/received-amount"
import {
  type MessageFacts,
  MOST_TRIES,
  refuseMessage,
  type ShopperMessage,
} from "../../domain/payment/timeline"
import { pageUrlOf } from "../../modules/onchain/options/option-groups"
import type { Currencies } from "../../modules/onchain/payment/medusa-payments"
import { type AnyPayment, isChosen } from "../../modules/onchain/payment/payment-row"
import type { NetworkNames } from "../../gateway/client/lists"
import type { DueMessage, MessageEnd } from "../../modules/onchain/payment/shopper-messages"
import type { RefundRow } from "../../modules/onchain/refund/refund-ledger"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import { inTime } from "../../modules/onchain/work/claim"
import type { OnchainMessageData } from "../../types/http"
import { withoutPadding } from "../../words/render"
import { createPageLink } from "./create-page-link"
import { findOrderOfPayment, isCancelled, loadOrder, type OrderRecord, readRows } from "./order-record"

type MessageParts = {
  messageId: string
  payment: AnyPayment
  shopper: { order: Pick<OrderRecord, "id" | "display_id"> | null; locale: string | null }
  /** `amount` is what left the store, network fee included. */
  refund?:
    { id: string; networkId: string; token: string; amount: string | null; txHash: string | null } | undefined
  link: { url: string; expiresAt: string } | null
}

/** Builds the template data. The link is the only secret; there is no deposit address and no email address. */
export async function buildMessageData(
  {
    options,
    currencies,
    networkNames,
  }: {
    options: Parameters<typeof explorerLinks>[0]
    currencies: Pick<Currencies, "shown">
    networkNames: Pick<NetworkNames, "load">
  },
  { messageId, payment, shopper, refund, link }: MessageParts
): Promise<OnchainMessageData> {
  const fiat = await currencies.shown([payment.currency_code])
  const networkName = await networkNames.load()
  const attempt = isChosen(payment) ? payment : null
  const networkId = refund?.networkId ?? attempt?.network_id ?? null
  const txHash = refund ? refund.txHash : (attempt?.tx_hash ?? null)
  return {
    message_id: messageId,
    order_id: shopper.order?.id ?? null,
    order_display_id: shopper.order?.display_id ?? null,
    payment_id: payment.id,
    locale: shopper.locale,
    fiat_amount: fiat(payment.fiat_amount, payment.currency_code),
    currency_code: payment.currency_code,
    link: link?.url ?? null,
    link_expires_at: link?.expiresAt ?? null,
    network_id: networkId,
    network_name: networkId === null || attempt === null ? networkId : networkName(attempt.chain, networkId),
    token: refund?.token ?? attempt?.token ?? null,
    expected_amount: shown(attempt?.expected_amount),
    received_amount: shown(attempt?.received_amount),
    remaining_amount: shown(attempt && remainingOf(attempt)),
    expires_at: attempt?.expires_at?.toISOString() ?? null,
    refund_id: refund?.id ?? null,
    refund_amount: shown(refund?.amount),
    tx_hash: txHash,
    explorer_url: networkId === null ? null : explorerLinks(options, { networkId, txHash }).tx_url,
  }
}

const shown = (amount: string | null | undefined) => (amount ? withoutPadding(amount) : null)

const text = z.string().nullish()
const contact = z.object({ email: text, locale: text, customer_id: text })
const cartLink = z.object({ cart: contact.extend({ id: z.string() }).nullish() })

/** Who placed the order of a payment, or has its cart. */
export type Shopper = {
  order: OrderRecord | null
  email: string | null
  locale: string | null
  customerId: string | null
}

export function shopperOf(order: OrderRecord | null, at: z.infer<typeof contact> | null = order): Shopper {
  const { email, locale, customer_id } = at ?? {}
  return { order, email: email || null, locale: locale ?? null, customerId: customer_id ?? null }
}

/** Money can arrive and be refunded without an order; the cart then has the email address. */
export async function findShopper(container: MedusaContainer, payment: AnyPayment): Promise<Shopper> {
  const orderId = await findOrderOfPayment(container, payment)
  const order = orderId === null ? null : await loadOrder(container, orderId)
  if (order) return shopperOf(order)
  const filters = { payment_collection_id: payment.collection_id ?? [] }
  const links = await readRows(container, "cart_payment_collection", cartLink, filters)
  return shopperOf(null, links.find(({ cart }) => cart)?.cart ?? null)
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
  receiver_id: string | null
  original_notification_id?: string | null
}

/**
 * Redacts a provider's error, which may repeat the address or the link.
 *
 * @param options.forgetsLink takes the link out of Medusa's row of the message: every admin user can read that row
 */
export async function sendMessage(
  container: MedusaContainer,
  message: NewNotification,
  { forgetsLink = false } = {}
): Promise<void> {
  const { to, data } = message
  const sending = container
    .resolve(Modules.NOTIFICATION)
    .createNotifications({ ...message, resource_type: "onchain_payment", data: { ...data } })
    .finally(() => (forgetsLink ? forgetLink(container, message) : undefined))
  const secrets = [to, data.link].filter((one) => one !== null)
  const sent = await inTime(sending, PATIENCE_MS).catch((error: unknown) => {
    throw new Error(secrets.reduce((words, secret) => words.replaceAll(secret, "[hidden]"), reasonOf(error)))
  })
  if (!sent) throw new Error("the notification provider did not answer in time")
}

const notifications = z.array(
  z.object({ id: z.string(), status: z.string(), idempotency_key: z.string().nullish() })
)

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
    const [row] = notifications.parse(stored).filter((one) => one.idempotency_key === idempotency_key)
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

/** Sends one message to a shopper, unless it is no longer true. @throws when it should be retried */
export async function notifyShopper(container: MedusaContainer, due: DueMessage): Promise<MessageEnd> {
  const onchain = container.resolve("onchain")
  const { channel, pageUrl, templates } = onchain.options.notifications
  const template = templates[due.message]
  if (channel === null || pageUrl === undefined || template === null) return "turned_off"
  // The event only names the payment or refund; the message states what is true now.
  const event = eventData.parse(due.data)
  const payment = await onchain.payments.findAny({ id: event.payment_id })
  if (!payment) throw new Error(`payment ${event.payment_id} is gone; payment rows are never deleted`)
  const shopper = await findShopper(container, payment)
  const refund = event.refund_id ? await onchain.refunds.find(event.refund_id) : undefined
  if (!onchain.isOfThisAccount(payment)) return "other_account"
  const isInReviewNow = isInReview(await onchain.payments.knownMoney(payment.id))
  const refusal = refuseMessage(due.message, factsOf(event, payment, shopper.order, refund, isInReviewNow))
  if (refusal) return refusal
  if (shopper.email === null) return "no_email"
  if (!(await onchain.shopperMessages.hasProvider(channel)))
    throw new Error(`Medusa's Notification module has no provider for the channel "${channel}"`)
  const messageId = messageIdOf(due.message, { event, payment, shopper })
  // Medusa ignores a key that is still pending, and cannot record a resend after a failure, so every try has its own key.
  const keys = Array.from({ length: MOST_TRIES }, (_, n) => (n === 0 ? messageId : `${messageId}:${n + 1}`))
  const filters = { resource_id: [payment.id], trigger_type: [due.event] }
  const stored = await container
    .resolve(Modules.NOTIFICATION)
    .listNotifications(filters, { take: null, order: { id: "ASC" } })
  // A pending one belonged to a process that died.
  const earlier = notifications
    .parse(stored)
    .filter(({ idempotency_key }) => keys.includes(idempotency_key ?? ""))
  if (earlier.some(({ status }) => status === "success")) return "sent"
  const link = due.message === "refundSent" ? null : await createLink(container, payment, pageUrl)
  if (link === null && NEEDS_LINK.includes(due.message)) return "no_page"
  const { store } = onchain.payouts.withdrawals
  const payout = refund && event.withdrawal_id ? await store.find(event.withdrawal_id) : undefined
  const sent = refund && {
    ...{ id: refund.id, networkId: refund.network_id, token: refund.token },
    amount: payout?.amount ?? refund.token_amount,
    txHash: payout?.tx_hash ?? null,
  }
  const data = await buildMessageData(onchain, { messageId, payment, shopper, refund: sent, link })
  const idempotency_key = keys.find((key) => !earlier.some((one) => one.idempotency_key === key))
  if (idempotency_key === undefined) throw new Error(`message ${messageId} was tried too often`)
  await sendMessage(container, {
    ...{ to: shopper.email, channel, template, data, idempotency_key },
    ...{ trigger_type: due.event, resource_id: payment.id, receiver_id: shopper.customerId },
    original_notification_id: earlier[0]?.id ?? null,
  })
  return "sent"
}

function factsOf(
  event: MessageEvent,
  payment: AnyPayment,
  order: OrderRecord | null,
  refund: RefundRow | undefined,
  isInReview: boolean
): MessageFacts {
  const attempt = isChosen(payment) ? payment : null
  const { received_amount: announced } = event
  const { order_placed_at } = payment
  const expiresAt = attempt?.expires_at ?? null
  // An event without an id matches any.
  const isSame = (named: string | null | undefined, now: string | null) => (named ?? now) === now
  return {
    state: payment.state,
    receivedAmount: attempt?.received_amount ?? null,
    isInReview,
    isContradicted: payment.contradicted_at !== null && payment.contradiction_ended_at === null,
    isAbandoned: payment.abandoned_at !== null,
    order: order && { isCancelled: isCancelled(order), isOwed: order.isOwed },
    hasExpiredSince: expiresAt !== null && order_placed_at !== null && expiresAt > order_placed_at,
    isStillCurrent: isSame(event.attempt_id, payment.attempt_id) && isSame(event.order_id, order?.id ?? null),
    part: announced ? { announced, largest: attempt?.largest_part_amount ?? announced } : null,
    refundState: refund?.state ?? null,
  }
}

/** Identifies a message, however often its event is delivered. */
export function messageIdOf(
  message: ShopperMessage,
  about: {
    event: MessageEvent
    payment: { id: string; attempt_id: string | null }
    shopper: { order: { id: string } | null }
  }
): string {
  const { event, payment, shopper } = about
  const attemptId = event.attempt_id ?? payment.attempt_id
  const subject = {
    awaiting: [payment.id, shopper.order?.id],
    partReceived: [payment.id, attemptId, event.received_amount],
    expired: [payment.id, attemptId],
    paid: [payment.id],
    refundSent: [event.refund_id],
  }[message]
  return ["onchain", message, ...subject].join(":")
}

/** @returns null when the payment no longer has a page */
async function createLink(
  container: MedusaContainer,
  { session_id }: AnyPayment,
  pageUrl: string
): Promise<MessageParts["link"]> {
  try {
    const asked = { subject: { session_id }, purpose: "mail", asker: { kind: "store" } } as const
    const made = await createPageLink(container, asked)
    return { url: pageUrlOf(pageUrl, made.token), expiresAt: made.expires_at }
  } catch (error) {
    if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_FOUND) return null
    throw error
  }
}
