import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { fiatAmountToText } from "../../../modules/onchain/fiat-amount"

const moment = z.union([z.string(), z.date()]).nullable()
const money = z.object({ raw_amount: z.object({ value: z.string() }) })
const payment = z.object({
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

export function isCancelled({ status, canceled_at }: Pick<OrderRecord, "status" | "canceled_at">): boolean {
  return status === "canceled" || canceled_at !== null
}

/** Whether something is still to be paid. */
export function isOwed({ summary }: Pick<OrderRecord, "summary">): boolean {
  return summary.pending_difference > 0
}

/** What is still to be paid, in major units; "0" when nothing is, or too much was paid. */
export function outstandingOf(order: Pick<OrderRecord, "summary">): string {
  return isOwed(order) ? fiatAmountToText(order.summary.pending_difference) : "0"
}
