import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../modules/onchain/work/error-reason"
import { withCartLock } from "./cart-and-order-locks"

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
  const isAlive = await withCartLock(container, input.cartId, () => deleteUnpaidSiblings(container, input))
  if (isAlive) await completeCartWorkflow(container).run({ input: { id: input.cartId } })
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
 * @throws whatever keeps the cart from being completed
 */
export async function completeOrHold(
  container: MedusaContainer,
  payment: PaymentRow,
  input: { cartId: string; collectionId: string },
  isStillDue: () => Promise<boolean>
): Promise<void> {
  const { payments } = container.resolve("onchain")
  try {
    await completePaidCart(container, { ...input, sessionId: payment.session_id })
  } catch (error) {
    const reason = reasonOf(error)
    await payments.note(payment.id, { last_error: reason.slice(0, 1_000) })
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: payment ${payment.id} is paid, and its cart cannot be completed: ${reason}`)
    const isHeld = await withCartLock(
      container,
      input.cartId,
      async () => (await isStillDue()) && payments.holdForReview(payment, "completion_failed")
    )
    if (isHeld) throw error
  }
}
