import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { quoteWithdrawal } from "../../withdrawal/steps/quote-withdrawal"

export const quoteRefundPayoutStepId = "quote-onchain-refund-payout"

/** What an admin is told of a quote that was asked for: it is there, or the service has not answered yet. */
export type RefundAnswer = { refund_id: string; is_pending: boolean }

/**
 * Asks the service what the payout of a refund costs. One that the service refuses is over, and the refund is due again.
 *
 * @throws MedusaError `not_allowed` with the service's reason
 */
export const quoteRefundPayoutStep = createStep(
  quoteRefundPayoutStepId,
  async (input: { refund_id: string; withdrawal_id: string; actor: RequestActor }, { container }) => {
    const { is_pending } = await quoteWithdrawal(container, input.withdrawal_id, input.actor.id)
    return new StepResponse<RefundAnswer>({ refund_id: input.refund_id, is_pending })
  }
)
