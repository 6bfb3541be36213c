import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { announceRefund } from "../../payment/steps/announce-refund"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { assertPayoutAllowed } from "../../payout/steps/payout-gate"
import { mustFindRefund } from "./find-refund"
import { refundConflict } from "./refund-conflict"

export const settleRefundStepId = "settle-onchain-refund"

/** What an admin says about a refund that was paid by other means. */
export type SettleRefundInput = {
  refund_id: string
  actor: RequestActor
  note: string
  tx_hash?: string | undefined
}

/**
 * Closes a refund that was paid by other means, and sends nothing: it takes no payout key, and no second user. Who did it is
 * written down and told.
 *
 * @throws MedusaError `forbidden`, `not_found`; `conflict` with who was faster
 */
export const settleRefundStep = createStep(
  settleRefundStepId,
  async ({ refund_id, actor, note, tx_hash }: SettleRefundInput, { container }) => {
    const { id: actorId } = await assertPayoutAllowed(container, actor, "notes")
    const { refund } = await mustFindRefund(container, refund_id)
    const { payouts } = container.resolve("onchain").payouts.refunds
    const settled = await payouts.settle({ refundId: refund.id, actorId, note, txHash: tx_hash ?? null })
    if (!settled) throw await refundConflict(container, (await mustFindRefund(container, refund.id)).refund)
    await announceRefund(container, settled.id)
    return new StepResponse({ refund_id: settled.id })
  }
)
