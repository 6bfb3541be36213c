import type { MedusaContainer } from "@medusajs/framework/types"
import { findOrderAndCart } from "../../payment/steps/find-order-and-cart"
import { withCartLock } from "../../payment/steps/with-cart-lock"
import type { PayableOrder } from "./payable-order"

/**
 * Runs a job while no payment of an order can be captured: under the lock that a capture takes, of each payment
 * collection of the order. They are taken in one order, so that two who need several do not wait for each other.
 */
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
