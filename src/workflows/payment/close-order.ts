import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { KeepRefusal } from "../../domain/payment/cancel-unpaid-order"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import type { AnyPayment } from "../../modules/onchain/payment/payment-row"
import { oweMedusaRefunds } from "../refund/medusa-refunds"
import { requireNoOpenChange } from "./cancel-order"
import { withOrderBooks, withOrderLock } from "./capture"
import {
  type CollectedPayment,
  findCollectionOf,
  findOrderAndCart,
  findOrderOfOurs,
  isCancelled,
  loadOrder,
  money,
  mustLoadOrder,
  notAllowed,
  type OrderRecord,
  orderToKeys,
  type PayableOrder,
  readRows,
} from "./order-record"

const capturable = z.object({
  provider_id: z.string(),
  captured_at: z.union([z.string(), z.date()]).nullable(),
})

/** What a route of Medusa names that moves an order's payment. */
export type PayableSubject = { sessionId: string } | { paymentId: string } | { collectionId: string }

/**
 * Runs a handler of Medusa that authorizes, captures or marks as paid what pays an order. For a crypto order it runs alone: core
 * takes no lock there, and books what it finds captured without checking for bookings.
 *
 * @param handle resolves when nothing of the handler runs any more
 * @throws MedusaError `not_allowed` when another process holds the order too long, or when a payment of ours is captured already
 */
export async function holdPayableOrder(
  container: MedusaContainer,
  subject: PayableSubject,
  handle: () => Promise<void>
): Promise<void> {
  const order = await findPayableOrder(container, subject)
  if (!order) return handle()
  await withOrderBooks(container, order, async () => {
    if ("paymentId" in subject) await refuseCaptured(container, subject.paymentId)
    await handle()
  })
}

/** @returns null for an order without a crypto payment, and when there is none: Medusa answers that itself */
export async function findPayableOrder(
  container: MedusaContainer,
  subject: PayableSubject
): Promise<PayableOrder | null> {
  const collectionId =
    "collectionId" in subject
      ? subject.collectionId
      : "sessionId" in subject
        ? await findCollectionOf(container, "payment_session", subject.sessionId)
        : await findCollectionOf(container, "payment", subject.paymentId)
  const owners = collectionId === null ? null : await findOrderAndCart(container, collectionId)
  return owners?.order ? findOrderOfOurs(container, owners.order.id) : null
}

async function refuseCaptured(container: MedusaContainer, id: string): Promise<void> {
  const [found] = await readRows(container, "payment", capturable, { id })
  if (!found || found.captured_at === null || !isOwnProvider(found.provider_id)) return
  throw notAllowed(
    `payment ${id} is captured already: a crypto payment is captured by itself when its money is final`
  )
}

/**
 * Runs a cancellation of an order by core, which refunds what was captured. For a crypto order it runs alone, and only when core
 * would not refuse it for an open change: core releases the stock before it refuses, and reserves it again without locking the
 * inventory level, whose reserved quantity becomes wrong.
 *
 * @param cancel resolves when nothing of the cancellation runs any more
 * @throws MedusaError `not_allowed` while a change of the order is open, or another process holds it too long; core was not
 * called then
 */
export async function holdCancellableOrder(
  container: MedusaContainer,
  orderId: string,
  cancel: () => Promise<void>
): Promise<void> {
  const order = await findOrderOfOurs(container, orderId)
  if (!order) return cancel()
  await withOrderBooks(container, order, async () => {
    await requireNoOpenChange(container, order.id)
    await watchClosing(container, order)
    await cancel()
  })
}

/** Core only logs a refund that failed, and its event may get lost, so the job looks what became of the order. */
async function watchClosing(container: MedusaContainer, order: PayableOrder): Promise<readonly AnyPayment[]> {
  const { orderFollowUps } = container.resolve("onchain")
  const payments = await orderFollowUps.listOfOrder(orderToKeys(order))
  await orderFollowUps.watchClosing(payments.map(({ id }) => id))
  return payments
}

/**
 * Keeps an order from being cancelled although it is not paid in full, under the lock of the cancellation.
 *
 * @throws MedusaError `not_found`; `not_allowed` when the order is cancelled, has no crypto payment, or is kept already
 */
export async function keepOrder(
  container: MedusaContainer,
  input: { order_id: string; actor_id: string; note: string }
): Promise<void> {
  const seen = await mustLoadOrder(container, input.order_id)
  await withOrderLock(container, seen, async () => {
    const { orderFollowUps } = container.resolve("onchain")
    const order = await loadOrder(container, seen.id)
    const request = { actorId: input.actor_id, note: input.note }
    const refusal =
      !order || isCancelled(order)
        ? "order_cancelled"
        : await orderFollowUps.keepOrder(orderToKeys(order), request)
    if (refusal) throw notAllowed(KEEP_REFUSALS[refusal])
  })
}

const KEEP_REFUSALS = {
  no_crypto_payment: "The order has no crypto payment.",
  order_cancelled: "The order is cancelled.",
  already_kept: "The order is kept already.",
} as const satisfies Record<KeepRefusal, string>

/**
 * Finishes the payments of a cancelled order: a simultaneous capture is owed back, the end of an unpaid order is published, and
 * payment pages show no address any more. The mark that an order is closed comes last, so the job finishes what is interrupted.
 */
export async function closeOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { orderFollowUps } = container.resolve("onchain")
  const seen = await loadOrder(container, orderId)
  if (!seen || !isCancelled(seen)) return
  if ((await watchClosing(container, seen)).length === 0) return
  await withOrderLock(container, seen, async () => {
    const order = await loadOrder(container, orderId)
    if (!order || !isCancelled(order)) return
    const payments = await orderFollowUps.listOfOrder(orderToKeys(order))
    await refundCancelledOrder(container, order)
    await orderFollowUps.close(
      orderId,
      payments.map(({ id }) => id)
    )
  })
}

const NOTE = "The order was cancelled at the moment it was paid"

/**
 * Makes sure that what a cancelled order was paid with our payments is owed back, once. Core refunds what it sees when it begins
 * to cancel: a later capture is not among it, and a failed refund is only in its log. What is still kept is refunded through
 * Medusa's payment module, which fails when our provider does; core's workflow hides that, and books the refund all the same.
 *
 * @throws whatever keeps a refund from being recorded; the order is not closed then
 */
async function refundCancelledOrder(container: MedusaContainer, order: OrderRecord): Promise<void> {
  for (const payment of paymentsOf(order)) {
    await oweMedusaRefunds(container, payment.payment_session_id, payment.refunds)
    await refundKept(container, order, payment)
  }
  const now = await loadOrder(container, order.id)
  if (now) await bookMissingRefunds(container, now, paymentsOf(now))
}

async function refundKept(
  container: MedusaContainer,
  order: OrderRecord,
  payment: CollectedPayment
): Promise<void> {
  const kept = MathBN.sub(sum(payment.captures), sum(payment.refunds))
  if (MathBN.lte(kept, 0)) return
  await container
    .resolve(Modules.PAYMENT)
    .refundPayment({ payment_id: payment.id, amount: kept.toFixed(), note: NOTE })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`onchain: order ${order.id} was cancelled at the moment it was paid; its refund is due`)
}

function paymentsOf({ payment_collections }: OrderRecord): CollectedPayment[] {
  return payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ provider_id }) => isOwnProvider(provider_id))
}

const sum = (rows: z.infer<typeof money>[]) => MathBN.sum(...rows.map((row) => row.raw_amount))

const bookings = z.array(money)

/**
 * Makes sure that the refunds of some payments are booked on their order. Core names the payment where it cancels an order, and
 * the refund where a merchant refunds it; both count. It may have booked a failed refund, and then nothing is missing once that
 * is repeated.
 */
async function bookMissingRefunds(
  container: MedusaContainer,
  { id: order_id, currency_code }: OrderRecord,
  payments: readonly CollectedPayment[]
): Promise<void> {
  const orderModule = container.resolve(Modules.ORDER)
  for (const { id, refunds } of payments) {
    const last = refunds.at(-1)
    if (!last) continue
    const rows = await orderModule.listOrderTransactions({
      order_id,
      reference: "refund",
      reference_id: [id, ...refunds.map((refund) => refund.id)],
    })
    // A refund is booked as a negative amount.
    const missing = MathBN.add(sum(refunds), sum(bookings.parse(rows)))
    if (MathBN.lte(missing, 0)) continue
    const amount = MathBN.mult(missing, -1)
    await orderModule.addOrderTransactions([
      { order_id, amount, currency_code, reference: "refund", reference_id: last.id },
    ])
  }
}
