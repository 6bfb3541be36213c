import type { MedusaContainer } from "@medusajs/framework/types"
import type { RequestActor } from "./payout-access"
import { findWithdrawal, mustBeDone, type WithdrawalAnswer } from "./withdrawal-outcome"

type CancelWithdrawalInput = { withdrawal_id: string; actor: RequestActor }

/**
 * Cancels a withdrawal that is not sent. It takes no payout permission, because it keeps money in.
 *
 * @throws MedusaError `not_found`; `conflict` when it is being sent or over
 */
export async function cancelWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, actor }: CancelWithdrawalInput
): Promise<WithdrawalAnswer> {
  const { ends } = container.resolve("onchain").payouts.withdrawals
  const row = await findWithdrawal(container, withdrawal_id)
  await mustBeDone(container, await ends.cancel(row, actor.id))
  return { withdrawal_id: row.id, is_pending: false }
}
