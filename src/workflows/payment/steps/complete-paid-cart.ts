import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { withCartLock } from "./with-cart-lock"

const sessionWithPayment = z.object({ id: z.string(), payment: z.object({ id: z.string() }).nullable() })

/**
 * Places the order of a cart whose payment has settled.
 *
 * Core authorizes the first session of the collection, whichever that is. Two can be alive when a shopper
 * chose twice at the same moment, so the ones that nobody has paid are deleted first; money that still
 * comes for one of them is put aside for a person. When both are paid at the same moment, the first here
 * deletes the other: the other must not delete it in turn, or no order could be placed.
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
