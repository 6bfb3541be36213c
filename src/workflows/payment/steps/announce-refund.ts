import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { REFUND_DUE, REFUND_SETTLED } from "../../../modules/onchain/events"
import type { RefundRow } from "../../../modules/onchain/refund-row"

/**
 * Tells who listens of a refund that is due, or that a person has settled by other means, unless they know. At least once: the
 * note that they were told comes after.
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
