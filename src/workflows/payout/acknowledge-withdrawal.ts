import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "./payout-access"
import { assertMayEnd, findWithdrawal, mustBeDone } from "./withdrawal-refusal"
import type { WithdrawalAnswer } from "./withdrawal-outcome"

export const acknowledgeWithdrawalStepId = "acknowledge-onchain-withdrawal"

type AcknowledgeWithdrawalInput = {
  withdrawal_id: string
  /** What somebody found when they looked. */
  note: string
  /** The mismatch as they have read it; the one of now when it is left out. */
  mismatch?: string | undefined
  actor: RequestActor
}

/**
 * Notes that a person has looked at what the service says otherwise than we do. Another mismatch after that is a new one.
 *
 * @throws MedusaError `forbidden`, `not_found`; `conflict` when there is none, somebody was faster, or it says more by now
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

/** Notes that a person has looked at what the service says otherwise of a withdrawal. Nothing moves. */
export const acknowledgeWithdrawalWorkflow = createWorkflow(
  acknowledgeWithdrawalWorkflowId,
  (input: AcknowledgeWithdrawalInput) => {
    return new WorkflowResponse(acknowledgeWithdrawalStep(input))
  }
)
