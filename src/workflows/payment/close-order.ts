import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { KeepRefusal } from "../../domain/payment/order-cover"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import { oweMedusaRefund } from "../refund/owe-refund"
import { makeCancellable } from "./cancel-order"
import { withOrderLock } from "./load-session-facts"
import {
  type CollectedPayment,
  findOrderAndCart,
  findOrderOfOurs,
  isCancelled,
  loadOrder,
  type OrderRecord,
  orderToKeys,
  type PayableOrder,
} from "./order-record"

const inCollection = z.object({ payment_collection_id: z.string() })
const payment = inCollection.extend({
  provider_id: z.string(),
  captured_at: z.union([z.string(), z.date()]).nullable(),
})

/** What a route of Medusa names that moves an order's payment. */
export type PayableSubject = { sessionId: string } | { paymentId: string } | { collectionId: string }

/**
 * Runs a handler of Medusa that authorizes, captures or marks as paid what pays an order. For a crypto order
 * it runs alone: under the lock of its captures and cancellations, and as exclusive work, which is not lost.
 *
 * Core takes no lock there, and books what it finds captured without checking for bookings.
 *
 * @param handle resolves when nothing of the handler runs any more
 * @throws MedusaError `not_allowed` when another process holds the order too long, or when a payment of ours
 * is captured already: core would book the capture again
 */
export async function holdPayableOrder(
  container: MedusaContainer,
  subject: PayableSubject,
  handle: () => Promise<void>
): Promise<void> {
  const order = await findPayableOrder(container, subject)
  if (!order) return handle()
  await withOrderLock(container, order, () =>
    container.resolve("onchain").exclusiveWork.run(order.id, async () => {
      if ("paymentId" in subject) await refuseCaptured(container, subject.paymentId)
      await handle()
    })
  )
}

/** @returns null for an order without a crypto payment, and when there is none: Medusa answers that itself */
export async function findPayableOrder(
  container: MedusaContainer,
  subject: PayableSubject
): Promise<PayableOrder | null> {
  const collectionId = await findCollection(container, subject)
  const owners = collectionId === null ? null : await findOrderAndCart(container, collectionId)
  return owners?.order ? findOrderOfOurs(container, owners.order.id) : null
}

async function findCollection(container: MedusaContainer, subject: PayableSubject): Promise<string | null> {
  if ("collectionId" in subject) return subject.collectionId
  const [entity, id] =
    "sessionId" in subject ? ["payment_session", subject.sessionId] : ["payment", subject.paymentId]
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: String(entity), fields: ["payment_collection_id"], filters: { id } })
  return z.array(inCollection).parse(data)[0]?.payment_collection_id ?? null
}

async function refuseCaptured(container: MedusaContainer, id: string): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["payment_collection_id", "provider_id", "captured_at"],
    filters: { id },
  })
  const [found] = z.array(payment).parse(data)
  if (!found || found.captured_at === null || !isOwnProvider(found.provider_id)) return
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `payment ${id} is captured already: a crypto payment is captured by itself when its money is final`
  )
}

/**
 * Runs a cancellation of an order by core, which refunds what was captured. For a crypto order it runs alone, under the lock of its
 * captures and of our own cancellation and as exclusive work, and only when core would not refuse it for an open change.
 *
 * Core takes no lock, and releases the stock before it refuses; for released stock it then reserves again
 * without locking the inventory level, whose reserved quantity becomes wrong.
 *
 * @param cancel resolves when nothing of the cancellation runs any more
 * @throws MedusaError `not_allowed` while a change of the order is open, or when another process holds it too
 * long; core was not called then
 */
export async function holdCancellableOrder(
  container: MedusaContainer,
  orderId: string,
  cancel: () => Promise<void>
): Promise<void> {
  const order = await findOrderOfOurs(container, orderId)
  if (!order) return cancel()
  await withOrderLock(container, order, () =>
    container.resolve("onchain").exclusiveWork.run(order.id, async () => {
      await makeCancellable(container, order.id)
      await cancel()
    })
  )
}

/**
 * Keeps an order from being cancelled although it is not paid in full. Under the lock of the cancellation, so
 * that one of both happens.
 *
 * @throws MedusaError `not_found`; `not_allowed` when the order is cancelled, has no crypto payment, or is
 * kept already
 */
export async function keepOrder(
  container: MedusaContainer,
  input: { order_id: string; actor_id: string; note: string }
): Promise<void> {
  const seen = await loadOrder(container, input.order_id)
  if (!seen) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${input.order_id}.`)
  await withOrderLock(container, seen, async () => {
    const { orderFollowUps } = container.resolve("onchain")
    const order = await loadOrder(container, seen.id)
    const request = { actorId: input.actor_id, note: input.note }
    const refusal =
      !order || isCancelled(order)
        ? "order_cancelled"
        : await orderFollowUps.keepOrder(orderToKeys(order), request)
    if (refusal) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, KEEP_REFUSALS[refusal])
  })
}

const KEEP_REFUSALS = {
  no_crypto_payment: "The order has no crypto payment.",
  order_cancelled: "The order is cancelled.",
  already_kept: "The order is kept already.",
} as const satisfies Record<KeepRefusal, string>

/**
 * Finishes the payments of a cancelled order: a simultaneous capture is owed back, the end of an unpaid order
 * is published, and payment pages show no address any more. An order of other payment methods is left alone.
 *
 * Safe to repeat. The mark that an order is closed comes last, so the job finishes what is interrupted.
 */
export async function closeOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { orderFollowUps } = container.resolve("onchain")
  const seen = await loadOrder(container, orderId)
  if (!seen || !isCancelled(seen)) return
  const known = await orderFollowUps.listOfOrder(orderToKeys(seen))
  if (known.length === 0) return
  await orderFollowUps.watchClosing(known.map(({ id }) => id))
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
 * Makes sure that what a cancelled order was paid with our payments is owed back, once.
 *
 * Core refunds what it sees when it begins to cancel; a later capture is not among it, and a failed refund is
 * only in core's log. What is still kept is refunded through Medusa's payment module, which fails when our
 * provider does; core's workflow hides that, and books the refund all the same. A refund of Medusa that never
 * reached our provider is recorded here.
 *
 * Nothing moves. Safe to repeat under the order's lock, and Medusa never refunds more than was captured.
 *
 * @throws whatever keeps a refund from being recorded; the order is not closed then
 */
async function refundCancelledOrder(container: MedusaContainer, order: OrderRecord): Promise<void> {
  for (const payment of paymentsOf(order)) {
    for (const { id, raw_amount } of payment.refunds)
      await oweMedusaRefund(container, {
        id,
        fiatAmount: raw_amount.value,
        sessionId: payment.payment_session_id,
      })
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

const sum = (rows: { raw_amount: { value: string } }[]) => MathBN.sum(...rows.map((row) => row.raw_amount))

const bookings = z.array(z.object({ raw_amount: z.object({ value: z.string() }) }))

/**
 * Makes sure that the refunds of some payments are booked on their order.
 *
 * Core names the payment where it cancels an order, and the refund where a merchant refunds it; both count.
 * It may have booked a failed refund, and then nothing is missing once that is repeated. The caller holds the
 * order's lock.
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
    const refunded = MathBN.sum(...refunds.map((refund) => refund.raw_amount))
    const booked = MathBN.sum(...bookings.parse(rows).map(({ raw_amount }) => raw_amount))
    // A refund is booked as a negative amount.
    const missing = MathBN.add(refunded, booked)
    if (MathBN.lte(missing, 0)) continue
    const amount = MathBN.mult(missing, -1)
    await orderModule.addOrderTransactions([
      { order_id, amount, currency_code, reference: "refund", reference_id: last.id },
    ])
  }
}
