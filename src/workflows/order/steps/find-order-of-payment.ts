import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { findOrderAndCart } from "../../payment/steps/find-order-and-cart"

/**
 * Finds the order that a payment was made for, or applied to. Its session may be gone; the payment collection is what
 * is left then.
 *
 * @returns null when there is none, or none yet
 */
export async function findOrderOfPayment(
  container: MedusaContainer,
  payment: PaymentRow
): Promise<string | null> {
  if (payment.state === "captured" && payment.applied_order_id) return payment.applied_order_id
  const collectionId = payment.collection_id ?? (await findCollection(container, payment.session_id))
  if (collectionId === null) return null
  return (await findOrderAndCart(container, collectionId)).order?.id ?? null
}

/** For payments that were opened before the collection was stored with them. */
async function findCollection(container: MedusaContainer, sessionId: string): Promise<string | null> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: ["id", "payment_collection_id"],
    filters: { id: sessionId },
  })
  return data[0]?.payment_collection_id ?? null
}
