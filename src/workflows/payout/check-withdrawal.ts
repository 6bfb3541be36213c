import type { MedusaContainer } from "@medusajs/framework/types"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { executeWithdrawal } from "./execute-withdrawal"
import { followWithdrawal } from "./follow-withdrawal"
import { postponeUnconfirmed } from "./read-withdrawal"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed } from "./payout-access"
import { isWrittenOff } from "../../domain/payout/withdrawal-standing"
import { searchWithdrawal } from "./search-withdrawal"
import { explainUnreachable } from "./withdrawal-asset"
import { findWithdrawal, conflictError, type WithdrawalAnswer } from "./withdrawal-outcome"

type CheckWithdrawalInput = { withdrawal_id: string; actor: RequestActor }

/**
 * Polls the service for a withdrawal, for an admin who does not want to wait for the job.
 *
 * One that is being sent is polled by repeating its call, which moves the money if it has not arrived: that
 * takes a user who may move money out, and the pause of the last answer.
 *
 * @throws MedusaError `not_found`; `forbidden`; `conflict` when nothing was sent; `not_allowed` when the
 * service does not answer
 */
export async function checkWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, actor }: CheckWithdrawalInput
): Promise<WithdrawalAnswer> {
  const row = await findWithdrawal(container, withdrawal_id)
  await check(container, row, actor)
  return { withdrawal_id: row.id, is_pending: false }
}

async function check(container: MedusaContainer, row: WithdrawalRow, actor: RequestActor): Promise<void> {
  const { claims } = container.resolve("onchain").payouts.withdrawals
  if (row.gateway_withdrawal_id !== null) {
    const followed = await followWithdrawal(container, row.gateway_withdrawal_id).catch(explainUnreachable)
    if (followed.kind === "unconfirmed") await postponeUnconfirmed(container, row)
  } else if (row.state === "sending") {
    await assertPayoutAllowed(container, actor)
    const claim = await claims.resume(row.id)
    if (claim) await executeWithdrawal(container, claim)
  } else if (row.state === "unknown" || isWrittenOff(row)) {
    await searchWithdrawal(container, row).catch(explainUnreachable)
  } else throw await conflictError(container, row.id, "check")
}
