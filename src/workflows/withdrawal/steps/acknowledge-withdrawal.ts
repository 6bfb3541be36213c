import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { findWithdrawal } from "./find-withdrawal"
import { assertMayEnd } from "./may-end"
import { tooLate } from "./too-late"
import type { WithdrawalAnswer } from "./withdrawal-outcome"

export const acknowledgeWithdrawalStepId = "acknowledge-onchain-withdrawal"

export type AcknowledgeWithdrawalInput = {
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
export const acknowledgeWithdrawalStep = createStep(
  acknowledgeWithdrawalStepId,
  async ({ withdrawal_id, note, mismatch, actor }: AcknowledgeWithdrawalInput, { container }) => {
    const { ends } = container.resolve("onchain").payouts.withdrawals
    const row = await findWithdrawal(container, withdrawal_id)
    const { id: actorId } = await assertMayEnd(container, row, actor)
    const words = mismatch ?? row.mismatch
    const seen = words === null ? undefined : await ends.acknowledge(row, words, actorId, note)
    if (!seen) throw await tooLate(container, row.id, "acknowledge")
    return new StepResponse<WithdrawalAnswer>({ withdrawal_id: row.id, is_pending: false })
  }
)
