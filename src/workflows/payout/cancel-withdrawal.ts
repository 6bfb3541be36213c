import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "./payout-access"
import { findWithdrawal, mustBeDone, type WithdrawalAnswer } from "./withdrawal-outcome"

export const cancelWithdrawalStepId = "cancel-onchain-withdrawal"

type CancelWithdrawalInput = { withdrawal_id: string; actor: RequestActor }

/**
 * Takes no payout permission, because it keeps money in.
 *
 * @throws MedusaError `not_found`; `conflict` when it is being sent or over
 */
const cancelWithdrawalStep = createStep(
  cancelWithdrawalStepId,
  async ({ withdrawal_id, actor }: CancelWithdrawalInput, { container }) => {
    const { ends } = container.resolve("onchain").payouts.withdrawals
    const row = await findWithdrawal(container, withdrawal_id)
    await mustBeDone(container, await ends.cancel(row, actor.id))
    return new StepResponse<WithdrawalAnswer>({ withdrawal_id: row.id, is_pending: false })
  }
)

export const cancelWithdrawalWorkflowId = "cancel-onchain-withdrawal"

/**
 * Cancels a withdrawal that is not sent. It needs no payout permission, because it keeps money in.
 *
 * @throws MedusaError `not_found`; `conflict` when it is being sent or over
 */
export const cancelWithdrawalWorkflow = createWorkflow(
  cancelWithdrawalWorkflowId,
  (input: CancelWithdrawalInput) => {
    return new WorkflowResponse(cancelWithdrawalStep(input))
  }
)
