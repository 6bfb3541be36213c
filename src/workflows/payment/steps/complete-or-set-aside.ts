import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { reasonOf } from "../../../modules/onchain/error-reason"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { completePaidCart } from "./complete-paid-cart"
import { withCartLock } from "./with-cart-lock"

/** How long a cart is tried to be completed after its money came: goods may be back on the shelf by then. */
const PATIENCE_MS = 60 * 60_000

/**
 * Places the order of a cart whose payment has settled, or gives up when that fails for an hour: money whose goods are
 * gone waits for a person then, and not for ever.
 *
 * @param isStillDue asks anew, under the cart's lock, whether the cart waits to be completed: core may have captured the
 *   payment on the way to its failure, and then it owes the money back by itself
 * @returns whether the money was set aside
 * @throws whatever keeps the cart from being completed, while there is patience
 */
export async function completeOrSetAside(
  container: MedusaContainer,
  payment: PaymentRow,
  input: { cartId: string; collectionId: string },
  isStillDue: () => Promise<boolean>
): Promise<boolean> {
  const { payments, clock } = container.resolve("onchain")
  try {
    await completePaidCart(container, { ...input, sessionId: payment.session_id })
    return false
  } catch (error) {
    const reason = reasonOf(error)
    await payments.note(payment.id, { last_error: reason.slice(0, 1_000) })
    const waitedMs = clock() - (payment.settled_at ?? payment.updated_at).getTime()
    if (waitedMs < PATIENCE_MS) throw error
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: payment ${payment.id} is paid, and its cart cannot be completed: ${reason}`)
    return withCartLock(
      container,
      input.cartId,
      async () => (await isStillDue()) && payments.setAside(payment, "completion_failed")
    )
  }
}
