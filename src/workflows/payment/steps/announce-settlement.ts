import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { PAYMENT_SETTLED, PAYMENT_UNALLOCATED, REFUND_DUE } from "../../../modules/onchain/events"
import type { PaymentRow } from "../../../modules/onchain/payment-row"

/** Records a captured payment and the surplus that is owed back, and tells who listens. */
export async function announceCaptured(
  container: MedusaContainer,
  payment: PaymentRow,
  orderId: string | null
): Promise<void> {
  const onchain = container.resolve("onchain")
  const ids = { payment_id: payment.id, session_id: payment.session_id }
  const surplus = await onchain.refunds.oweSurplus(payment)
  if (!(await onchain.payments.move(payment, "captured", { captured_at: new Date(onchain.clock()) }))) return
  const eventBus = container.resolve(Modules.EVENT_BUS)
  await eventBus.emit({ name: PAYMENT_SETTLED, data: { ...ids, order_id: orderId } })
  if (surplus) {
    await eventBus.emit({ name: REFUND_DUE, data: { ...ids, token_amount: surplus, token: payment.token } })
  }
}

/** Tells who listens that settled money waits for a person. */
export async function announceUnallocated(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const { id, session_id, unallocated_reason: reason } = payment
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`onchain: payment ${id} settled but has no order to go to: ${reason}`)
  await container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: PAYMENT_UNALLOCATED, data: { payment_id: id, session_id, reason } })
}
