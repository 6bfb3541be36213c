import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { announceWithdrawal } from "./announce-withdrawal"
import { carryOutWithdrawal } from "./carry-out-withdrawal"
import { findWithdrawal } from "./find-withdrawal"
import { followWithdrawal } from "./follow-withdrawal"
import { searchWithdrawal } from "./search-withdrawal"
import { tooLate } from "./too-late"
import { explainUnreachable } from "./withdrawal-asset"
import type { WithdrawalAnswer } from "./withdrawal-outcome"

export const checkWithdrawalStepId = "check-onchain-withdrawal"

/**
 * Asks the service now what became of a withdrawal, for an admin who does not want to wait for the job.
 *
 * @throws MedusaError `not_found`; `conflict` when nothing was sent; `not_allowed` when the service does not answer
 */
export const checkWithdrawalStep = createStep(
  checkWithdrawalStepId,
  async ({ withdrawal_id }: { withdrawal_id: string }, { container }) => {
    const row = await findWithdrawal(container, withdrawal_id)
    await check(container, row)
    return new StepResponse<WithdrawalAnswer>({ withdrawal_id: row.id, is_pending: false })
  }
)

async function check(container: MedusaContainer, row: WithdrawalRow): Promise<void> {
  const { claims } = container.resolve("onchain").payouts.withdrawals
  if (row.gateway_withdrawal_id !== null) {
    await followWithdrawal(container, row.gateway_withdrawal_id).catch(explainUnreachable)
  } else if (row.state === "sending") {
    const claim = await claims.resume(row.id)
    if (claim) await announceWithdrawal(container, await carryOutWithdrawal(container, claim))
  } else if (row.state === "unclear") {
    await searchWithdrawal(container, row).catch(explainUnreachable)
  } else throw await tooLate(container, row.id, "check")
}
