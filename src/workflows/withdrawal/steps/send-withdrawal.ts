import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { isClaimed } from "../../../modules/onchain/withdrawal-claims"
import { announceWithdrawal } from "./announce-withdrawal"
import { carryOutWithdrawal } from "./carry-out-withdrawal"
import type { ConsentResult } from "./consent-to-withdrawal"
import { answerAfterSending, answerOf, type WithdrawalAnswer } from "./withdrawal-outcome"

export const sendWithdrawalStepId = "send-onchain-withdrawal"

/**
 * Calls the service for a withdrawal that was claimed. One that somebody else has taken over meanwhile is left to them.
 *
 * @throws MedusaError `not_allowed` with the service's reason; `conflict` when it does not take the quote any more
 */
export const sendWithdrawalStep = createStep(
  sendWithdrawalStepId,
  async ({ withdrawal_id, call }: ConsentResult, { container }) => {
    const { store } = container.resolve("onchain").payouts.withdrawals
    const row = await store.mustFind(withdrawal_id)
    if (call === null) return new StepResponse<WithdrawalAnswer>(answerOf(row))
    const isOurs =
      isClaimed(row) && row.create_key === call.create_key && row.send_attempts === call.send_attempts
    const end = isOurs ? await carryOutWithdrawal(container, row) : row
    await announceWithdrawal(container, end)
    return new StepResponse<WithdrawalAnswer>(answerAfterSending(end))
  }
)
