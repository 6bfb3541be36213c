import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { REFUND_DUE, REFUND_SETTLED } from "../../modules/onchain/events"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { RefundRow } from "../../modules/onchain/refund/refund-row"

/** Records and reports a surplus. Safe to repeat: it moves nothing. */
export async function oweSurplus(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const refundId = await container.resolve("onchain").refunds.oweSurplus(payment)
  if (refundId !== null) await announceRefund(container, refundId)
}

/**
 * Reports a refund that is due, or that an operator has settled by other means. At least once: the note comes after the
 * event.
 */
export async function announceRefund(container: MedusaContainer, refundId: string): Promise<void> {
  const { refunds } = container.resolve("onchain")
  const refund = await refunds.find(refundId)
  if (!refund || refund.announced_at) return
  await container.resolve(Modules.EVENT_BUS).emit(eventOf(refund))
  await refunds.noteAnnounced(refund)
}

function eventOf(refund: RefundRow): { name: string; data: object } {
  const { id, payment_id, session_id, fiat_amount, token_amount, token, settled_by } = refund
  const ids = { payment_id, session_id }
  if (settled_by !== null) return { name: REFUND_SETTLED, data: { refund_id: id, ...ids, settled_by } }
  const data = fiat_amount === null ? { ...ids, token_amount, token } : { ...ids, fiat_amount }
  return { name: REFUND_DUE, data }
}
