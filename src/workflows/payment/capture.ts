import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, MedusaError, Modules } from "@medusajs/framework/utils"
import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import {
  completeCartWorkflow,
  confirmVariantInventoryWorkflow,
  reserveInventoryStep,
  useQueryGraphStep,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { moneyOf } from "../../domain/money"
import { dueOf, tokensTaken } from "../../domain/payment/order-cover"
import { fiatAmountToText } from "../../modules/onchain/payment/medusa-payments"
import type { AnyPayment, PaymentRow } from "../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import {
  BusyError,
  isPlacedUnauthorized,
  type LoadedFacts,
  loadSessionFacts,
  lockKeyOf,
  withCartLock,
} from "./load-session-facts"
import { findCapturedPayment, hasOrder, loadOrder, type OrderRecord } from "./order-record"

const VARIANT = "items.variant"
const INVENTORY = `${VARIANT}.inventory_items`
const LEVEL = `${INVENTORY}.inventory.location_levels`
/** What core reads of a cart before it reserves its goods. */
const FIELDS = [
  "id",
  "sales_channel_id",
  "items.id",
  "items.variant_id",
  "items.quantity",
  "items.detail.quantity",
  `${VARIANT}.id`,
  `${VARIANT}.manage_inventory`,
  `${VARIANT}.allow_backorder`,
  `${INVENTORY}.inventory_item_id`,
  `${INVENTORY}.variant_id`,
  `${INVENTORY}.required_quantity`,
  `${LEVEL}.location_id`,
  `${LEVEL}.stocked_quantity`,
  `${LEVEL}.reserved_quantity`,
  `${LEVEL}.raw_stocked_quantity`,
  `${LEVEL}.raw_reserved_quantity`,
  `${LEVEL}.stock_locations.id`,
  `${LEVEL}.stock_locations.sales_channels.id`,
]

/**
 * Reserves the goods of an order as core does when it completes a cart. The caller knows that none are
 * reserved.
 *
 * Fails with `insufficient_inventory`, and reserves nothing, when there are not enough. A workflow, because steps of core's own
 * completion run only in one; not for stores.
 */
const reserveOrderGoodsWorkflow = createWorkflow(
  "reserve-goods-of-onchain-order",
  (input: { order_id: string }) => {
    const { data: orders } = useQueryGraphStep({
      entity: "order",
      fields: FIELDS,
      filters: { id: input.order_id },
      options: { throwIfKeyNotFound: true },
    })
    const goods = transform({ orders }, ({ orders: [order] }) => ({
      sales_channel_id: order.sales_channel_id,
      variants: order.items.flatMap(({ variant }: { variant: unknown }) => (variant ? [variant] : [])),
      items: order.items.map(({ id, variant_id, quantity }: Record<string, unknown>) => ({
        id,
        variant_id,
        quantity,
      })),
    }))
    const confirmed = confirmVariantInventoryWorkflow.runAsStep({ input: goods })
    reserveInventoryStep(confirmed)
    return new WorkflowResponse({ order_id: input.order_id })
  }
)

const reservations = z.array(z.object({ deleted_at: z.union([z.string(), z.date()]).nullable() }))

/** Whether goods were ever reserved for lines of an order, and still are. */
type GoodsHeld = "never" | "given_back" | "held"

/** @param itemIds of the order's lines */
export async function areGoodsHeld(
  container: MedusaContainer,
  itemIds: readonly string[]
): Promise<GoodsHeld> {
  if (itemIds.length === 0) return "never"
  const found = reservations.parse(
    await container
      .resolve(Modules.INVENTORY)
      .listReservationItems({ line_item_id: [...itemIds] }, { withDeleted: true, take: null })
  )
  if (found.length === 0) return "never"
  return found.every(({ deleted_at }) => deleted_at !== null) ? "given_back" : "held"
}

const sessionWithPayment = z.object({ id: z.string(), payment: z.object({ id: z.string() }).nullable() })

/**
 * Places the order of a cart whose payment has settled.
 *
 * Core authorizes the first session of the collection. Two can be alive when a shopper chose twice at once,
 * so unpaid ones are deleted first; money that still comes for one is held for review. When both are paid,
 * the first here deletes the other: the other must not delete it in turn, or no order could be placed.
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

const promotions = z.array(
  z.object({ promotion_id: z.string(), promotion: z.object({ id: z.string() }).nullish() })
)

/**
 * Mends what keeps core from completing a cart: it crashes over a promotion that was deleted since, and leaves the cart marked as
 * completed, without an order. The prices that the shopper has paid stay.
 */
async function mendCart(container: MedusaContainer, cartId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { cart_id: cartId }
  const { data } = await query.graph({
    entity: "cart_promotion",
    fields: ["promotion_id", "promotion.id"],
    filters,
  })
  const gone = promotions.parse(data).filter(({ promotion }) => !promotion)
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

/** @returns false, and deletes nothing, when the session itself is gone */
async function deleteUnpaidSiblings(
  container: MedusaContainer,
  input: { sessionId: string; collectionId: string }
): Promise<boolean> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: ["id", "payment.id"],
    filters: { payment_collection_id: input.collectionId },
  })
  const sessions = z.array(sessionWithPayment).parse(data)
  if (!sessions.some(({ id }) => id === input.sessionId)) return false
  for (const { id, payment } of sessions) {
    if (id !== input.sessionId && !payment) await container.resolve(Modules.PAYMENT).deletePaymentSession(id)
  }
  return true
}

/**
 * Places the order of a cart whose payment has settled. While Medusa cannot, as after its goods or a promotion are gone, the money is
 * held for review, so that shopper and shop know, and each check tries again.
 *
 * @param isStillDue reads again, under the cart's lock, whether the cart waits to be completed: core may have
 * captured the payment on the way to its failure, and then it owes the money back by itself
 * @returns whether the money is held
 */
export async function completeOrHold(
  container: MedusaContainer,
  payment: PaymentRow,
  input: { cartId: string; collectionId: string },
  isStillDue: () => Promise<boolean>
): Promise<boolean> {
  const { payments } = container.resolve("onchain")
  try {
    await completePaidCart(container, { ...input, sessionId: payment.session_id })
    return false
  } catch (error) {
    const reason = reasonOf(error)
    await payments.note(payment.id, { last_error: reason.slice(0, 1_000) })
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: payment ${payment.id} is paid, and its cart cannot be completed: ${reason}`)
    const hold = async () => (await isStillDue()) && payments.holdForReview(payment, "completion_failed")
    // A completion of core that crashed keeps the lock until it expires.
    return error instanceof BusyError ? hold() : withCartLock(container, input.cartId, hold)
  }
}

const orders = z.array(z.object({ items: z.array(z.object({ id: z.string() })) }))
const outOfStock = z.object({
  code: z.literal(MedusaError.Codes.INSUFFICIENT_INVENTORY),
  message: z.string(),
})

/**
 * For a payment that cannot be polled: adopts an order that was placed without authorization. Safe to repeat.
 */
export async function adoptIfPlacedUnauthorized(
  container: MedusaContainer,
  payment: AnyPayment
): Promise<void> {
  if (payment.order_placed_at !== null) return
  const facts = await loadSessionFacts(container, payment, container.resolve("onchain").clock())
  if (isPlacedUnauthorized(payment, facts)) await adoptPlacedOrder(container, payment, facts)
}

/**
 * Finishes what Medusa did not: reserves the goods, and schedules the order, so that it is cancelled when it
 * is not paid in time. Under the lock of the cart, which a running completion holds. Safe to repeat.
 *
 * Without stock the goods stay unreserved, and the log says so: the shopper has the order and may be paying
 * it.
 */
export async function adoptPlacedOrder(
  container: MedusaContainer,
  payment: AnyPayment,
  seen: LoadedFacts
): Promise<void> {
  await withCartLock(container, lockKeyOf(payment, seen), async () => {
    const onchain = container.resolve("onchain")
    const now = await onchain.payments.findAny({ id: payment.id })
    if (!now) return
    const facts = await loadSessionFacts(container, now, onchain.clock())
    if (!facts.order || !isPlacedUnauthorized(now, facts)) return
    const orderId = facts.order.id
    await reserveMissingGoods(container, orderId)
    await onchain.orderFollowUps.notePlaced(payment.id, onchain.options.unpaidOrderTimeoutMinutes, orderId)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `onchain: order ${orderId} was placed by a completion that was cut off; it is followed from now on`
      )
  })
}

async function reserveMissingGoods(container: MedusaContainer, orderId: string): Promise<void> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["items.id"], filters: { id: orderId } })
  const ids = orders.parse(data).flatMap(({ items }) => items.map(({ id }) => id))
  // An operator has decided about released goods.
  if ((await areGoodsHeld(container, ids)) !== "never") return
  try {
    await reserveOrderGoodsWorkflow(container).run({ input: { order_id: orderId } })
  } catch (error) {
    const gone = outOfStock.safeParse(error)
    if (!gone.success) throw error
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: the goods of order ${orderId} are not reserved: ${gone.data.message}`)
  }
}

/**
 * Lowers what a session is for to what its order owes now: Medusa captures the amount of the session. What came beyond it is a
 * surplus, owed back. The caller holds the lock of the cart or collection. Safe to repeat, also after another attempt.
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
  const asked = payment.asked_fiat_amount ?? session
  const wanted = moneyOf(payment.fiat_amount, payment.currency_code)
  const { amount: taken } = dueOf(wanted, order.outstandingMoney, order.decimals)
  const resolved_token_amount = tokensTaken({ asked, taken, expected, decimals })
  const isWritten = taken === session && resolved_token_amount === payment.resolved_token_amount
  if (!isWritten)
    await payments.note(payment.id, { fiat_amount: taken, asked_fiat_amount: asked, resolved_token_amount })
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
 * Captures the payment of an existing order, and books it. The caller holds the lock of the cart or
 * collection.
 *
 * The provider answers `captured` because the payment's row is settled. Core's own workflow books without
 * checking for bookings, so the session is authorized directly. Medusa's lock can be lost, so it is read
 * again as exclusive work whether another process has captured it.
 */
export async function captureOrderPayment(
  container: MedusaContainer,
  payment: PaymentRow,
  { order, cart }: Pick<LoadedFacts, "order" | "cart">
): Promise<void> {
  if (!order) throw new Error(`payment ${payment.id} has no order to be captured for`)
  const { exclusiveWork, payments } = container.resolve("onchain")
  await exclusiveWork.run(order.id, async () => {
    const captured = await findCapturedPayment(container, payment.session_id)
    if (!captured) {
      // The order is placed, so the provider must not be asked whether it may be.
      if (cart)
        await payments.note(payment.id, {
          order_placed_at: payment.order_placed_at ?? new Date(),
          placed_order_id: order.id,
        })
      await container.resolve(Modules.PAYMENT).authorizePaymentSession(payment.session_id, {})
    }
    await recordOrderTransactions(container, { orderId: order.id, sessionId: payment.session_id })
  })
}

/**
 * Makes sure that each capture of a session is booked on its order exactly once.
 *
 * Core books in a second step: a process that died in between leaves a captured order that looks unpaid, and
 * two of core's workflows in parallel book the same capture twice. The caller holds the order's exclusive work.
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
