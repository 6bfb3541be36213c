import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { withCartLock } from "./with-cart-lock"

/**
 * Places the order of a cart whose payment has settled.
 *
 * Core authorizes the first session of the collection, whichever that is. Two can be alive when a shopper
 * chose twice at the same moment, so the ones that nobody has paid are deleted first; money that still
 * comes for one of them is put aside for a person.
 */
export async function completePaidCart(
  container: MedusaContainer,
  input: { cartId: string; sessionId: string; collectionId: string }
): Promise<void> {
  await withCartLock(container, input.cartId, () => deleteUnpaidSiblings(container, input))
  await completeCartWorkflow(container).run({ input: { id: input.cartId } })
}

async function deleteUnpaidSiblings(
  container: MedusaContainer,
  input: { sessionId: string; collectionId: string }
): Promise<void> {
  const { data: sessions } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: ["id", "payment.id"],
    filters: { payment_collection_id: input.collectionId },
  })
  const siblings = sessions.filter((session: { id: string }) => session.id !== input.sessionId)
  for (const { id, payment } of siblings as { id: string; payment?: { id: string } | null }[]) {
    if (!payment) await container.resolve(Modules.PAYMENT).deletePaymentSession(id)
  }
}
