import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../modules/onchain/work/error-reason"
import { BusyError, withCartLock } from "./cart-and-order-locks"
import { hasOrder } from "./order-record"

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
