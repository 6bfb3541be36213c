import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { type Money, moneyOf } from "../../domain/money"
import { outstandingOf, owedOf } from "../../domain/payment/order-cover"
import type { SessionFacts } from "../../domain/payment/settlement"
import { fiatAmountToText } from "../../modules/onchain/payment/medusa-payments"
import type { OrderKeys } from "../../modules/onchain/payment/order-follow-ups"
import type { AnyPayment } from "../../modules/onchain/payment/payment-row"

const moment = z.union([z.string(), z.date()]).nullable()
const money = z.object({ raw_amount: z.object({ value: z.string() }) })
/** Decimal text of an amount that Medusa keeps as JSON beside a number. */
const exact = z.object({ value: z.string() }).transform(fiatAmountToText)
const heldPayment = money.extend({ canceled_at: moment, captures: z.array(money) })
const debt = z.object({
  currency_code: z.string(),
  raw_total: exact,
  /** Absent from an order without items. */
  raw_return_requested_total: exact.nullish(),
  summary: z.object({ raw_pending_difference: exact, raw_transaction_total: exact }),
  payment_collections: z.array(z.object({ payments: z.array(heldPayment) })),
})
const payment = heldPayment.extend({
  id: z.string(),
  provider_id: z.string(),
  /** Ours names the payment it was made for. */
  data: z.record(z.string(), z.unknown()).nullable(),
  payment_session_id: z.string(),
  refunds: z.array(money.extend({ id: z.string() })),
})
const collection = money.extend({
  id: z.string(),
  status: z.string(),
  payment_sessions: z.array(z.object({ id: z.string() })),
  payments: z.array(payment),
})
const orderRecord = debt.extend({
  id: z.string(),
  display_id: z.number().nullable(),
  status: z.string(),
  canceled_at: moment,
  customer_id: z.string().nullable(),
  email: z.string().nullable(),
  fulfillments: z.array(z.object({ canceled_at: moment })),
  payment_collections: z.array(collection),
})

/** What an order owes, in major units; "0" when nothing is, or too much was paid. */
export type OrderDebt = {
  owed: string
  /** Less what is authorized: its provider can capture it at any time. */
  outstanding: string
  outstandingMoney: Money
  isOwed: boolean
  /** Of its currency. */
  decimals: number
}

/** An order of Medusa with its payments: a refund or an authorization by any provider is in it. */
export type OrderRecord = z.infer<typeof orderRecord> & OrderDebt
export type CollectedPayment = z.infer<typeof payment>

/**
 * Only with `total` does Medusa compute its `pending_difference` from the order as it is: without it, what is being returned or
 * exchanged counts as owed.
 */
const DEBT_FIELDS = [
  ...["currency_code", "total", "raw_total", "raw_return_requested_total", "summary.*"],
  "payment_collections.payments.raw_amount",
  "payment_collections.payments.canceled_at",
  "payment_collections.payments.captures.raw_amount",
]

const FIELDS = [
  ...DEBT_FIELDS,
  "id",
  "display_id",
  "status",
  "canceled_at",
  "customer_id",
  "email",
  "fulfillments.canceled_at",
  "payment_collections.id",
  "payment_collections.status",
  "payment_collections.raw_amount",
  "payment_collections.payment_sessions.id",
  "payment_collections.payments.id",
  "payment_collections.payments.provider_id",
  "payment_collections.payments.payment_session_id",
  "payment_collections.payments.data",
  "payment_collections.payments.refunds.id",
  "payment_collections.payments.refunds.raw_amount",
]

/** @returns null when there is no such order @throws ZodError when a field is missing or malformed */
export async function loadOrder(container: MedusaContainer, orderId: string): Promise<OrderRecord | null> {
  const row = await readOrder(container, orderId, FIELDS)
  if (row === undefined) return null
  const order = orderRecord.parse(row)
  return { ...order, ...(await debtOf(container, order)) }
}

/** Reads only what an order owes. @returns null when there is no such order */
export async function loadDebt(container: MedusaContainer, orderId: string): Promise<OrderDebt | null> {
  const row = await readOrder(container, orderId, DEBT_FIELDS)
  return row === undefined ? null : debtOf(container, debt.parse(row))
}

async function readOrder(container: MedusaContainer, id: string, fields: string[]): Promise<unknown> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  return (await query.graph({ entity: "order", fields, filters: { id } })).data[0]
}

/** The one place that says what an order owes: equal to Medusa's own `pending_difference`. */
async function debtOf(container: MedusaContainer, order: z.infer<typeof debt>): Promise<OrderDebt> {
  const decimals = await container.resolve("onchain").currencies.decimalsOf(order.currency_code)
  const sums = {
    pending: order.summary.raw_pending_difference,
    total: order.raw_total,
    returnRequested: order.raw_return_requested_total ?? "0",
    transactions: order.summary.raw_transaction_total,
  }
  const owed = owedOf(sums, decimals)
  const authorized = order.payment_collections.flatMap((row) => row.payments.map(uncaptured))
  const outstanding = outstandingOf(owed, authorized, decimals)
  const outstandingMoney = moneyOf(outstanding, order.currency_code)
  return { owed, outstanding, outstandingMoney, isOwed: outstanding !== "0", decimals }
}

function uncaptured({ raw_amount, canceled_at, captures }: z.infer<typeof heldPayment>): string {
  if (canceled_at !== null) return "0"
  const rest = MathBN.sub(raw_amount, MathBN.sum(0, ...captures.map((capture) => capture.raw_amount)))
  return MathBN.gt(rest, 0) ? fiatAmountToText(rest) : "0"
}

export function isCancelled({ status, canceled_at }: Pick<OrderRecord, "status" | "canceled_at">): boolean {
  return status === "canceled" || canceled_at !== null
}

const withId = z.object({ id: z.string() })
const payableOrder = withId.extend({
  payment_collections: z.array(withId.extend({ payment_sessions: z.array(withId) })),
})

/** All that is read of an order that may not be ours. */
export type PayableOrder = z.infer<typeof payableOrder>

/** @returns null for an order without a crypto payment, and when there is none */
export async function findOrderOfOurs(
  container: MedusaContainer,
  orderId: string
): Promise<PayableOrder | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "payment_collections.id", "payment_collections.payment_sessions.id"],
    filters: { id: orderId },
  })
  if (data.length === 0) return null
  const order = payableOrder.parse(data[0])
  const payments = await container.resolve("onchain").orderFollowUps.listOfOrder(orderToKeys(order))
  return payments.length === 0 ? null : order
}

export function orderToKeys({ id, payment_collections }: PayableOrder): OrderKeys {
  return {
    orderId: id,
    collectionIds: payment_collections.map((row) => row.id),
    sessionIds: payment_collections.flatMap((row) => row.payment_sessions.map((session) => session.id)),
  }
}

/** Linked rows that were deleted since are absent. */
const orderLink = z.object({
  order: z.object({ id: z.string(), status: z.string(), canceled_at: moment }).nullish(),
})
const cartLink = z.object({ cart: z.object({ id: z.string(), completed_at: moment }).nullish() })

/** Null for what is gone. */
export async function findOrderAndCart(
  container: MedusaContainer,
  collectionId: string
): Promise<Pick<SessionFacts, "order" | "cart">> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { payment_collection_id: collectionId }
  const [orders, carts] = await Promise.all([
    query.graph({
      entity: "order_payment_collection",
      fields: ["order.id", "order.status", "order.canceled_at"],
      filters,
    }),
    query.graph({ entity: "cart_payment_collection", fields: ["cart.id", "cart.completed_at"], filters }),
  ])
  const order = z.array(orderLink).parse(orders.data)[0]?.order
  const cart = z.array(cartLink).parse(carts.data)[0]?.cart
  const isCompleted = cart
    ? cart.completed_at !== null && (order || (await hasOrder(container, cart.id)))
    : false
  return {
    order: order
      ? { id: order.id, isCancelled: order.status === "canceled" || order.canceled_at !== null }
      : null,
    cart: cart ? { id: cart.id, isCompleted: Boolean(isCompleted) } : null,
  }
}

/** A completion of core that crashed leaves its cart marked as completed, without an order. */
export async function hasOrder(container: MedusaContainer, cartId: string): Promise<boolean> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order_cart", fields: ["order_id"], filters: { cart_id: cartId } })
  return data.length > 0
}

/**
 * Finds the order that a payment was made for, or applied to. Its session may be gone; then the payment
 * collection is what is left.
 *
 * @returns null when there is none, or none yet
 */
export async function findOrderOfPayment(
  container: MedusaContainer,
  payment: AnyPayment
): Promise<string | null> {
  if (payment.state === "captured" && payment.applied_order_id) return payment.applied_order_id
  const collectionId = payment.collection_id ?? (await findCollection(container, payment.session_id))
  if (collectionId === null) return null
  return (await findOrderAndCart(container, collectionId)).order?.id ?? null
}

/** For payments that were opened before the collection was stored with them. */
async function findCollection(container: MedusaContainer, sessionId: string): Promise<string | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: ["id", "payment_collection_id"],
    filters: { id: sessionId },
  })
  return data[0]?.payment_collection_id ?? null
}

const booking = z.object({ id: z.string(), raw_amount: z.object({ value: z.string() }) })

const capturedPayment = z.object({
  currency_code: z.string(),
  payment_collection_id: z.string(),
  captures: z.array(booking),
  refunds: z.array(booking),
})

const CAPTURE_FIELDS = [
  ...["currency_code", "payment_collection_id", "captures.id", "captures.raw_amount"],
  ...["refunds.id", "refunds.raw_amount"],
]

/** Amounts are in major units. */
export type CapturedPayment = z.infer<typeof capturedPayment>

/**
 * Reads what was captured for a session, also when the session was deleted since.
 *
 * @returns null when nothing was
 * @throws ZodError when a field is missing or malformed
 */
export async function findCapturedPayment(
  container: MedusaContainer,
  sessionId: string
): Promise<CapturedPayment | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: CAPTURE_FIELDS,
    filters: { payment_session_id: sessionId },
  })
  const found = z.array(capturedPayment).parse(data)
  return found.find(({ captures }) => captures.length > 0) ?? null
}
