import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "zod"
import { fiatAmountToText } from "../../../modules/onchain/fiat-amount"

const moment = z.union([z.string(), z.date()]).nullable()
const money = z.object({ raw_amount: z.object({ value: z.string() }) })
const payment = money.extend({
  id: z.string(),
  provider_id: z.string(),
  /** Ours names the payment it was made for. */
  data: z.record(z.string(), z.unknown()).nullable(),
  canceled_at: moment,
  payment_session_id: z.string(),
  captures: z.array(money),
  refunds: z.array(money.extend({ id: z.string() })),
})
const collection = money.extend({
  id: z.string(),
  status: z.string(),
  payment_sessions: z.array(z.object({ id: z.string() })),
  payments: z.array(payment),
})
const orderRecord = z.object({
  id: z.string(),
  display_id: z.number().nullable(),
  status: z.string(),
  canceled_at: moment,
  customer_id: z.string().nullable(),
  currency_code: z.string(),
  summary: z.object({ pending_difference: z.number(), current_order_total: z.number() }),
  fulfillments: z.array(z.object({ canceled_at: moment })),
  payment_collections: z.array(collection),
})

/** An order of Medusa with its payments: a refund or an authorization by any provider is in it. */
export type OrderRecord = z.infer<typeof orderRecord>
export type CollectedPayment = z.infer<typeof payment>

const FIELDS = [
  "id",
  "display_id",
  "status",
  "canceled_at",
  "customer_id",
  "currency_code",
  "summary.*",
  "fulfillments.canceled_at",
  "payment_collections.id",
  "payment_collections.status",
  "payment_collections.raw_amount",
  "payment_collections.payment_sessions.id",
  "payment_collections.payments.id",
  "payment_collections.payments.provider_id",
  "payment_collections.payments.raw_amount",
  "payment_collections.payments.payment_session_id",
  "payment_collections.payments.data",
  "payment_collections.payments.canceled_at",
  "payment_collections.payments.captures.raw_amount",
  "payment_collections.payments.refunds.id",
  "payment_collections.payments.refunds.raw_amount",
]

/**
 * @returns null when there is no such order
 * @throws ZodError when a row does not hold what its fields promise
 */
export async function loadOrder(container: MedusaContainer, orderId: string): Promise<OrderRecord | null> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: FIELDS, filters: { id: orderId } })
  return data.length === 0 ? null : orderRecord.parse(data[0])
}

/**
 * What is owed on an order, in major units; "0" when nothing is, or too much was paid. What is authorized and not cancelled is
 * not owed: its provider can capture it at any time.
 */
export function outstandingOf(order: Pick<OrderRecord, "summary" | "payment_collections">): string {
  const payments = order.payment_collections.flatMap((row) => row.payments)
  const authorized = MathBN.sum(0, ...payments.map(uncaptured))
  const owed = MathBN.sub(fiatAmountToText(order.summary.pending_difference), authorized)
  return MathBN.gt(owed, 0) ? fiatAmountToText(owed) : "0"
}

function uncaptured({ raw_amount, canceled_at, captures }: CollectedPayment) {
  if (canceled_at !== null) return 0
  const rest = MathBN.sub(raw_amount, MathBN.sum(0, ...captures.map((capture) => capture.raw_amount)))
  return MathBN.gt(rest, 0) ? rest : 0
}

export function isCancelled({ status, canceled_at }: Pick<OrderRecord, "status" | "canceled_at">): boolean {
  return status === "canceled" || canceled_at !== null
}

/** Whether something is still to be paid. */
export function isOwed(order: Pick<OrderRecord, "summary" | "payment_collections">): boolean {
  return outstandingOf(order) !== "0"
}
