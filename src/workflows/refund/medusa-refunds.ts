import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { compareAmounts } from "../../gateway/amount"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { RefundRow } from "../../modules/onchain/refund/refund-ledger"
import { findOrderOfPayment, isCancelled, moment, money } from "../payment/order-record"

const medusaRefund = money.extend({ id: z.string() })
const refund = medusaRefund.extend({
  created_at: z.coerce.date(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
})
const bookedOrder = z.object({
  status: z.string(),
  canceled_at: moment,
  payment_collections: z.array(
    z.object({
      id: z.string(),
      currency_code: z.string(),
      payments: z.array(z.object({ id: z.string(), provider_id: z.string(), refunds: z.array(refund) })),
    })
  ),
})
const FIELDS = [
  ...["status", "canceled_at", "payment_collections.id", "payment_collections.currency_code"],
  ...["payment_collections.payments.id", "payment_collections.payments.provider_id"],
  "payment_collections.payments.refunds.*",
]
const transactions = z.array(money.extend({ reference_id: z.string() }))

export type UnbookedRefund = Pick<z.infer<typeof refund>, "id" | "created_at" | "metadata"> & {
  payment_id: string
  collection: { id: string; currency_code: string }
}

/** They are being made, or a later step of core failed, which leaves the refund behind. Those of a cancelled order are booked later. */
export async function findUnbookedRefunds(
  container: MedusaContainer,
  orderId: string
): Promise<UnbookedRefund[]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: FIELDS, filters: { id: orderId } })
  const [order] = z.array(bookedOrder).parse(data)
  if (!order || isCancelled(order)) return []
  const made = order.payment_collections.flatMap(({ payments, ...collection }) =>
    payments
      .filter(({ provider_id }) => isOwnProvider(provider_id))
      .flatMap(({ id, refunds }) => refunds.map((one) => ({ ...one, payment_id: id, collection })))
  )
  if (made.length === 0) return []
  const listed = await container
    .resolve(Modules.ORDER)
    .listOrderTransactions({ order_id: orderId, reference: "refund" }, { take: null })
  const booked = transactions.parse(listed)
  return made.filter(
    ({ id, payment_id, raw_amount }) =>
      !booked.some(
        (row) =>
          row.reference_id === id ||
          // A cancellation names the payment, and books a negative amount.
          (row.reference_id === payment_id && MathBN.add(row.raw_amount, raw_amount).isZero())
      )
  )
}

/**
 * Ours first, so that no crash leaves money due that Medusa does not know; refunded again it would be owed twice. The caller holds the
 * order.
 */
export async function takeBackRefunds(
  container: MedusaContainer,
  unbooked: readonly UnbookedRefund[]
): Promise<void> {
  const { refunds } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const { id, collection } of unbooked) {
    if (!(await refunds.withdraw(id)) && (await refunds.find(id))) {
      logger.error(`onchain: refund ${id} is being paid out, and Medusa has not booked it on its order`)
      continue
    }
    await container.resolve(Modules.PAYMENT).deleteRefunds([id])
    await countRefunds(container, collection)
    logger.warn(
      `onchain: refund ${id} was not booked on its order by Medusa; it is taken back, nothing moved`
    )
  }
}

const collected = z.array(z.object({ payments: z.array(z.object({ refunds: z.array(money) })) }))

/** Core counts the refunds of a collection only when it makes one. */
async function countRefunds(
  container: MedusaContainer,
  { id, currency_code }: UnbookedRefund["collection"]
): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_collection",
    fields: ["payments.refunds.raw_amount"],
    filters: { id },
  })
  const refunds = collected.parse(data).flatMap(({ payments }) => payments.flatMap((one) => one.refunds))
  const counted = {
    currency_code,
    refunded_amount: MathBN.sum(0, ...refunds.map(({ raw_amount }) => raw_amount)).toFixed(),
  }
  await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, counted)
}

/** Core makes a refund and books it within this. */
const INTERRUPTED_AFTER_MS = 60_000

/** @param atMs the earliest time of any process */
export function isInterrupted({ created_at }: UnbookedRefund, atMs: number): boolean {
  return created_at.getTime() < atMs - INTERRUPTED_AFTER_MS
}

export function takeBackInterrupted(container: MedusaContainer, orderId: string): Promise<string[]> {
  const { exclusiveWork, status } = container.resolve("onchain")
  return exclusiveWork.run(orderId, async () => {
    const [unbooked, atMs] = [await findUnbookedRefunds(container, orderId), await status.earliestTime()]
    const interrupted = unbooked.filter((one) => isInterrupted(one, atMs))
    await takeBackRefunds(container, interrupted)
    return interrupted.map(({ id }) => id)
  })
}

/**
 * Core deletes its refund when the call to our provider fails, and leaves it unbooked when a later step fails; refunded again, the money
 * would be owed twice. An order that was never placed cannot be refunded again, so its deleted refund is still owed.
 */
export async function isGoneInMedusa(
  container: MedusaContainer,
  { id, kind, fiat_amount }: Pick<RefundRow, "id" | "kind" | "fiat_amount">,
  payment: PaymentRow
): Promise<boolean> {
  if (kind !== "order" || fiat_amount === null) return false
  // A soft-deleted refund is still a refund.
  const listed = await container.resolve(Modules.PAYMENT).listRefunds({ id: [id] }, { withDeleted: true })
  const [made] = z.array(medusaRefund).parse(listed)
  if (made && compareAmounts(made.raw_amount.value, fiat_amount) !== 0) return true
  const orderId = await findOrderOfPayment(container, payment)
  if (orderId === null || !made) return orderId !== null
  return (await findUnbookedRefunds(container, orderId)).some((unbooked) => unbooked.id === id)
}

/** The process died before our provider was called. Under Medusa's ids, so each refund is owed once. */
export async function oweMedusaRefunds(
  container: MedusaContainer,
  sessionId: string,
  made: readonly z.infer<typeof medusaRefund>[]
): Promise<void> {
  const { refunds, payments, resolutions } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const { id, raw_amount } of made) {
    if (await refunds.find(id)) continue
    const payment =
      (await resolutions.findBySession(sessionId)) ?? (await payments.find({ session_id: sessionId }))
    if (!payment) logger.error(`onchain: refund ${id} is of session ${sessionId}, which is unknown`)
    else if (await refunds.oweOrderRefund(payment, { id, fiatAmount: raw_amount.value }))
      logger.warn(`onchain: refund ${id} of Medusa was not recorded; it is due now, no funds moved`)
  }
}
