import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, MedusaError, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { randomUUID } from "node:crypto"
import { z } from "zod"
import { moneyOf } from "../../domain/money"
import { dueOf, tokensTaken } from "../../domain/payment/settlement"
import { fiatAmountToText } from "../../modules/onchain/payment/medusa-payments"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import { exclusivelyBy } from "../../modules/onchain/work/claim"
import {
  findCapturedPayment,
  findOrderAndCart,
  loadOrder,
  type LoadedFacts,
  type OrderRecord,
  type PayableOrder,
  readRows,
  withId,
} from "./order-record"

/** By then, a cancellation that began before the capture has ended. */
export const CANCELLATION_GRACE_MS = 60_000

const sessionWithPayment = withId.extend({ payment: withId.nullable() })

/**
 * Places the order of a cart whose payment has settled. Core authorizes the first session of the collection. Two can be alive
 * when a shopper chose twice at once, so unpaid ones are deleted first, and their money is held for review; of two paid ones the
 * first here deletes the other.
 */
export async function completePaidCart(
  container: MedusaContainer,
  input: { cartId: string; sessionId: string; collectionId: string }
): Promise<void> {
  const isAlive = await withCartLock(container, input.cartId, async () => {
    const isThere = await deleteUnpaidSiblings(container, input)
    if (isThere) await mendCart(container, input.cartId)
    return isThere
  })
  if (isAlive) await completeCartWorkflow(container).run({ input: { id: input.cartId } })
}

const cartPromotion = z.object({ promotion_id: z.string(), promotion: withId.nullish() })

/**
 * Mends what keeps core from completing a cart: it crashes over a promotion that was deleted since, and leaves the cart marked as
 * completed, without an order. The prices that the shopper has paid stay.
 */
async function mendCart(container: MedusaContainer, cartId: string): Promise<void> {
  const promotions = await readRows(container, "cart_promotion", cartPromotion, { cart_id: cartId })
  const gone = promotions.filter(({ promotion }) => !promotion)
  if (gone.length > 0)
    await container.resolve(ContainerRegistrationKeys.LINK).dismiss(
      gone.map(({ promotion_id }) => ({
        [Modules.CART]: { cart_id: cartId },
        [Modules.PROMOTION]: { promotion_id },
      }))
    )
  const carts = container.resolve(Modules.CART)
  const { completed_at } = await carts.retrieveCart(cartId, { select: ["id", "completed_at"] })
  if (completed_at && !(await hasOrder(container, cartId)))
    await carts.updateCarts(cartId, { completed_at: null })
}

/** A completion of core that crashed leaves its cart marked as completed, without an order. */
async function hasOrder(container: MedusaContainer, cartId: string): Promise<boolean> {
  const carts = await readRows(container, "order_cart", z.object({ order_id: z.string() }), {
    cart_id: cartId,
  })
  return carts.length > 0
}

/** @returns false, and deletes nothing, when the session itself is gone */
async function deleteUnpaidSiblings(
  container: MedusaContainer,
  input: { sessionId: string; collectionId: string }
): Promise<boolean> {
  const filters = { payment_collection_id: input.collectionId }
  const sessions = await readRows(container, "payment_session", sessionWithPayment, filters)
  if (!sessions.some(({ id }) => id === input.sessionId)) return false
  for (const { id, payment } of sessions) {
    if (id !== input.sessionId && !payment) await container.resolve(Modules.PAYMENT).deletePaymentSession(id)
  }
  return true
}

/**
 * Lowers what a session is for to what its order owes now: Medusa captures the amount of the session. What came beyond it is a
 * surplus, owed back. The caller holds the lock of the cart or collection.
 *
 * @returns the payment as it is captured then; null when the order owes nothing
 */
export async function lowerToOwed(
  container: MedusaContainer,
  payment: PaymentRow,
  orderId: string
): Promise<PaymentRow | null> {
  const { payments } = container.resolve("onchain")
  const order = await loadOrder(container, orderId)
  if (order?.owed === "0") return null
  // What others have authorized was decided about before.
  if (!order?.isOwed) return payment
  const { session_fiat_amount: session, expected_amount: expected, decimals } = payment
  const { asked_fiat_amount: asked } = payment
  const wanted = moneyOf(payment.fiat_amount, payment.currency_code)
  const { amount: taken } = dueOf(wanted, order.outstandingMoney, order.decimals)
  const taken_token_amount = tokensTaken({ asked, taken, expected, decimals })
  const isWritten = taken === session && taken_token_amount === payment.taken_token_amount
  if (!isWritten) await payments.note(payment.id, { fiat_amount: taken, taken_token_amount })
  await lowerSession(container, { id: payment.session_id, amount: taken }, order)
  return isWritten ? payment : ((await payments.find({ id: payment.id })) ?? payment)
}

/** Medusa compares the session with its collection: both ask for as much. */
async function lowerSession(
  container: MedusaContainer,
  { id, amount }: { id: string; amount: string },
  { payment_collections }: OrderRecord
): Promise<void> {
  const medusa = container.resolve(Modules.PAYMENT)
  const session = await medusa.retrievePaymentSession(id, {
    select: ["id", "amount", "currency_code", "data"],
  })
  const { currency_code, data = {} } = session
  if (MathBN.lt(amount, fiatAmountToText(session.amount)))
    await medusa.updatePaymentSession({ id, amount, currency_code, data })
  const collection = payment_collections.find((row) => row.payment_sessions.some((one) => one.id === id))
  const held = collection?.payments.filter(({ canceled_at }) => canceled_at === null) ?? []
  const total = MathBN.sum(amount, ...held.map(({ raw_amount }) => raw_amount))
  if (collection && MathBN.lt(total, collection.raw_amount))
    await medusa.updatePaymentCollections(collection.id, { amount: total.toFixed() })
}

/**
 * Captures the payment of an existing order, and books it, under the lock of the cart or collection. Core's own workflow books
 * without checking for bookings, so the session is authorized directly. Medusa's lock can be lost, so whether another process has
 * captured it is read again as exclusive work.
 */
export async function captureOrderPayment(
  container: MedusaContainer,
  payment: PaymentRow,
  { order, cart }: Pick<LoadedFacts, "order" | "cart">
): Promise<void> {
  if (!order) throw new Error(`payment ${payment.id} has no order to be captured for`)
  const { exclusiveWork, payments, clock } = container.resolve("onchain")
  await exclusiveWork.run(order.id, async () => {
    const captured = await findCapturedPayment(container, payment.session_id)
    if (!captured) {
      // The order is placed, so the provider must not be asked whether it may be.
      if (cart)
        await payments.note(payment.id, {
          order_placed_at: payment.order_placed_at ?? new Date(clock()),
          placed_order_id: order.id,
        })
      await container.resolve(Modules.PAYMENT).authorizePaymentSession(payment.session_id, {})
    }
    await recordOrderTransactions(container, { orderId: order.id, sessionId: payment.session_id })
  })
}

/**
 * Makes sure that each capture of a session is booked on its order exactly once, as the order's exclusive work. Core books in a
 * second step: a process that died in between leaves a captured order that looks unpaid, and two of core's workflows book a
 * capture twice.
 *
 * @throws when nothing was captured for the session
 */
export async function recordOrderTransactions(
  container: MedusaContainer,
  input: { orderId: string; sessionId: string }
): Promise<void> {
  const payment = await findCapturedPayment(container, input.sessionId)
  if (!payment) throw new Error(`session ${input.sessionId} has no capture to book`)
  const { captures, currency_code } = payment
  const orderModule = container.resolve(Modules.ORDER)
  const booked = await orderModule.listOrderTransactions(
    { order_id: input.orderId, reference: "capture", reference_id: captures.map((capture) => capture.id) },
    { order: { created_at: "ASC" } }
  )
  const surplus = booked.filter(
    (row, index) => booked.findIndex(({ reference_id }) => reference_id === row.reference_id) < index
  )
  if (surplus.length > 0) {
    await orderModule.softDeleteOrderTransactions(surplus.map(({ id }) => id))
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: order ${input.orderId} had a capture booked twice; it is booked once now`)
  }
  const missing = captures.filter((capture) => !booked.some((row) => row.reference_id === capture.id))
  if (missing.length === 0) return
  await orderModule.addOrderTransactions(
    missing.map((capture) => ({
      order_id: input.orderId,
      amount: capture.raw_amount,
      currency_code,
      reference: "capture",
      reference_id: capture.id,
    }))
  )
}

/** Longest wait for other work on the same cart, and longest hold. */
const TIMEOUT_MS = 40_000
const HOLD_MS = 120_000
const RETRY_MS = 50

/** How each locking provider of Medusa reports a held lock. */
const IS_HELD = /^Failed to acquire lock|is already locked/

/** Runs a job while no attempt of a payment is read at the gateway or opened, and no decision about its money is executed. */
export function withPaymentLock<T>(
  container: MedusaContainer,
  paymentId: string,
  job: () => Promise<T>
): Promise<T> {
  return exclusivelyBy(container.resolve(Modules.LOCKING))(`onchain:payment:${paymentId}`, job)
}

/** The lock of every decision about a payment: its cart, as core locks it, else the collection, which two sessions of an order share. */
export function lockKeyOf(
  payment: Pick<PaymentRow, "session_id">,
  { cart, collectionId }: Pick<LoadedFacts, "cart" | "collectionId">
): string {
  return cart?.id ?? collectionId ?? payment.session_id
}

/** Other work holds the lock of a cart or an order. */
export class BusyError extends MedusaError {
  constructor(key: string) {
    super(
      MedusaError.Types.NOT_ALLOWED,
      `${key} is being paid, completed or cancelled just now; try again in a minute`
    )
  }
}

/**
 * Runs a job under the lock that core's own cart completion takes, with `acquire` as core does: in some locking providers, such as
 * the Postgres one, `acquire` and `execute` do not exclude each other.
 *
 * @param key cart id, or payment collection id without a cart
 * @throws BusyError when the lock is not free within 40 seconds; the provider's own error when it fails
 */
export async function withCartLock<T>(
  container: MedusaContainer,
  key: string,
  job: () => Promise<T>
): Promise<T> {
  const locking = container.resolve(Modules.LOCKING)
  const ownerId = `onchain:${randomUUID()}`
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    try {
      await locking.acquire([key], { ownerId, expire: HOLD_MS / 1000 })
      break
    } catch (error) {
      const isHeld = error instanceof Error && IS_HELD.test(error.message)
      if (performance.now() > deadline) throw isHeld ? new BusyError(key) : error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  try {
    return await job()
  } finally {
    // What the job did stands: without Redis the lock is gone, or expires.
    await locking.release([key], { ownerId }).catch((error: unknown) => {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
      logger.warn(`onchain: the lock of ${key} could not be released: ${reasonOf(error)}`)
    })
  }
}

/** Runs a job while no payment of an order can be captured. The locks are taken in one order, so that two callers do not deadlock. */
export async function withOrderLock<T>(
  container: MedusaContainer,
  order: PayableOrder,
  job: () => Promise<T>
): Promise<T> {
  const keys = new Set([order.id])
  for (const { id } of order.payment_collections) {
    const { cart } = await findOrderAndCart(container, id)
    keys.add(cart?.id ?? id)
  }
  const locked = [...keys]
    .sort()
    .reduceRight<() => Promise<T>>((inner, key) => () => withCartLock(container, key, inner), job)
  return locked()
}

/** Runs a job that changes the books of an order: under its lock, and as exclusive work, which is not lost. */
export function withOrderBooks<T>(
  container: MedusaContainer,
  order: PayableOrder,
  job: () => Promise<T>
): Promise<T> {
  return withOrderLock(container, order, () => container.resolve("onchain").exclusiveWork.run(order.id, job))
}
