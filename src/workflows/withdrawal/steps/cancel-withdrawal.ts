import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { announceWithdrawal } from "./announce-withdrawal"
import { findWithdrawal } from "./find-withdrawal"
import { tooLate } from "./too-late"
import type { WithdrawalAnswer } from "./withdrawal-outcome"

export const cancelWithdrawalStepId = "cancel-onchain-withdrawal"

export type CancelWithdrawalInput = { withdrawal_id: string; actor_id: string }

/**
 * Takes a withdrawal back of which nothing was sent. Whoever may look after them may do that: it keeps money in.
 *
 * @throws MedusaError `not_found`; `conflict` when it is on its way or over
 */
export const cancelWithdrawalStep = createStep(
  cancelWithdrawalStepId,
  async ({ withdrawal_id, actor_id }: CancelWithdrawalInput, { container }) => {
    const { store } = container.resolve("onchain").payouts.withdrawals
    const row = await findWithdrawal(container, withdrawal_id)
    const cancelled = await store.cancel(row, actor_id)
    if (!cancelled) throw await tooLate(container, row.id, "cancel")
    await announceWithdrawal(container, cancelled)
    return new StepResponse<WithdrawalAnswer>({ withdrawal_id: row.id, is_pending: false })
  }
)
