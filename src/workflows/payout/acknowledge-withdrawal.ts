import type { MedusaContainer } from "@medusajs/framework/types"
import type { RequestActor } from "./payout-access"
import { assertMayEnd, findWithdrawal, mustBeDone, type WithdrawalAnswer } from "./withdrawal-outcome"

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
export async function acknowledgeWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, note, mismatch, actor }: AcknowledgeWithdrawalInput
): Promise<WithdrawalAnswer> {
  const { ends } = container.resolve("onchain").payouts.withdrawals
  const row = await findWithdrawal(container, withdrawal_id)
  const { id: actorId } = await assertMayEnd(container, row, actor)
  const words = mismatch ?? row.mismatch
  await mustBeDone(container, await ends.acknowledge(row, words, { actorId, note }))
  return { withdrawal_id: row.id, is_pending: false }
}
