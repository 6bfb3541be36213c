import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { REFUND_DUE } from "../../../modules/onchain/events"

/** Tells who listens of a refund that is due, unless they know. At least once: the note that they were told comes after. */
export async function announceRefund(container: MedusaContainer, refundId: string): Promise<void> {
  const { refunds } = container.resolve("onchain")
  const refund = await refunds.find(refundId)
  if (!refund || refund.announced_at) return
  const { payment_id, session_id, fiat_amount, token_amount, token } = refund
  const ids = { payment_id, session_id }
  await container.resolve(Modules.EVENT_BUS).emit({
    name: REFUND_DUE,
    data: fiat_amount === null ? { ...ids, token_amount, token } : { ...ids, fiat_amount },
  })
  await refunds.noteAnnounced(refund)
}
