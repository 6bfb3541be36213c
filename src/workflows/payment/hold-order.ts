import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { isOwnProvider } from "../../modules/onchain/payment/medusa-payments"
import { makeCancellable } from "./cancel-order"
import { withOrderLock } from "./cart-and-order-locks"
import { findOrderAndCart, findOrderOfOurs, type PayableOrder } from "./order-record"

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
