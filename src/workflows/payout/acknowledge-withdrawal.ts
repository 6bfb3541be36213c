import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "./payout-access"
import { assertMayEnd, findWithdrawal, mustBeDone, type WithdrawalAnswer } from "./withdrawal-outcome"

export const acknowledgeWithdrawalStepId = "acknowledge-onchain-withdrawal"

type AcknowledgeWithdrawalInput = {
  withdrawal_id: string
  note: string
  /** The mismatch as it was read; the current one when absent. */
  mismatch?: string | undefined
  actor: RequestActor
}

/**
 * Records that a person reviewed a contradiction. A later one is new.
 *
 * @throws MedusaError `forbidden`, `not_found`; `conflict` when there is none, another user was faster, or it
 * has changed
 */
const acknowledgeWithdrawalStep = createStep(
  acknowledgeWithdrawalStepId,
  async ({ withdrawal_id, note, mismatch, actor }: AcknowledgeWithdrawalInput, { container }) => {
    const { ends } = container.resolve("onchain").payouts.withdrawals
    const row = await findWithdrawal(container, withdrawal_id)
    const { id: actorId } = await assertMayEnd(container, row, actor)
    const words = mismatch ?? row.mismatch
    await mustBeDone(container, await ends.acknowledge(row, words, { actorId, note }))
    return new StepResponse<WithdrawalAnswer>({ withdrawal_id: row.id, is_pending: false })
  }
)

export const acknowledgeWithdrawalWorkflowId = "acknowledge-onchain-withdrawal"

/** Nothing moves. */
export const acknowledgeWithdrawalWorkflow = createWorkflow(
  acknowledgeWithdrawalWorkflowId,
  (input: AcknowledgeWithdrawalInput) => {
    return new WorkflowResponse(acknowledgeWithdrawalStep(input))
  }
)
