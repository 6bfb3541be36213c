import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { isInReview } from "../../domain/payment/known-money"
import type { MessageFacts } from "../../domain/payment/shopper-message"
import { isChosen, type AnyPayment } from "../../modules/onchain/payment/payment-row"
import type { DueMessage } from "../../modules/onchain/payment/shopper-messages"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import type { RefundRow } from "../../modules/onchain/refund/refund-row"
import { findOrderOfPayment, isCancelled, loadOrder } from "./order-record"

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
export type MessageEvent = z.infer<typeof eventData>

/** Recipient and language of a message. */
export type Recipient = { email: string | null; locale: string | null; customerId: string | null }

/** Current facts for a message. */
export type MessageSubject = {
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
export async function loadMessageSubject(
  container: MedusaContainer,
  due: DueMessage
): Promise<MessageSubject> {
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
