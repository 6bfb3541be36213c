import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../payout/payout-access"
import { assertPayoutAllowed } from "../payout/payout-access"
import { mustFindRefund, refundConflict } from "./find-refund"
import type { RefundAnswer } from "./quote-refund"

export const settleRefundStepId = "settle-onchain-refund"

type SettleRefundInput = {
  refund_id: string
  actor: RequestActor
  note: string
  tx_hash?: string | undefined
}

/**
 * It sends nothing, so it takes no payout key and no second user; the audit entry and the event name the
 * operator.
 *
 * @throws MedusaError `forbidden`, `not_found`; `conflict` with who was faster
 */
const settleRefundStep = createStep(
  settleRefundStepId,
  async ({ refund_id, actor, note, tx_hash }: SettleRefundInput, { container }) => {
    const { id: actorId } = await assertPayoutAllowed(container, actor, "notes")
    const { refund } = await mustFindRefund(container, refund_id)
    const { currencies, payouts } = container.resolve("onchain")
    const outcome = await payouts.refunds.payouts.settle({
      ...{ refundId: refund.id, actorId, note, txHash: tx_hash ?? null },
      fiatDecimals: await currencies.decimalsOf(refund.currency_code),
    })
    if (outcome.kind === "taken") throw await refundConflict(container, outcome.refund)
    return new StepResponse<RefundAnswer>({ refund_id: refund.id, is_pending: false })
  }
)

export const settleRefundWorkflowId = "settle-onchain-refund"

/** Moves nothing. */
export const settleRefundWorkflow = createWorkflow(settleRefundWorkflowId, (input: SettleRefundInput) => {
  return new WorkflowResponse(settleRefundStep(input))
})
