import type { MedusaContainer } from "@medusajs/framework/types"
import { pauseBeforeLook } from "../../../domain/withdrawal-check-schedule"
import { departureFrom, differenceFrom, truthOf } from "../../../domain/withdrawal-truth"
import { waitOf } from "../../../domain/withdrawal-wait"
import { readTransactionHash } from "../../../gateway/address"
import { withdrawalPhase, type Withdrawal } from "../../../gateway/contract"
import type { WithdrawalNews } from "../../../modules/onchain/withdrawal-answers"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"

/**
 * What a withdrawal of the service makes of a row, and when to ask for it next.
 *
 * @param askedAt by the database's clock; null for the answer to a create, which may be an old one
 */
export function newsOf(
  container: MedusaContainer,
  row: WithdrawalRow,
  withdrawal: Withdrawal,
  askedAt: Date | null
): WithdrawalNews {
  const { assumptions } = container.resolve("onchain").options
  const { status } = withdrawal
  const phase = withdrawalPhase(status, assumptions)
  const differing = [
    differenceFrom(row, withdrawal),
    departureFrom(row, withdrawal, phase),
    isOtherTransaction(row, withdrawal) ? "transaction" : null,
  ]
  const difference = differing.filter((names) => names !== null).join(", ") || null
  const truth = truthOf({ state: row.state, phase, status, difference })
  const isSame = truth.to === row.state && askedAt !== null
  const nextCheckMs = pauseBeforeLook({
    state: truth.to,
    waitsFor: waitOf({ state: truth.to, gateway_status: status }, assumptions),
    inStateMs: isSame ? Math.max(0, askedAt.getTime() - row.state_at.getTime()) : 0,
  })
  return { withdrawal, truth, askedAt, nextCheckMs }
}

/** Whether a person has ended it as paid by another transaction than the service names. */
function isOtherTransaction(
  { chain, tx_hash, resolved_by, gateway_withdrawal_id }: WithdrawalRow,
  { txHash }: Withdrawal
): boolean {
  const isByHand = resolved_by !== null && gateway_withdrawal_id === null
  if (!isByHand || tx_hash === null || txHash === undefined) return false
  return tx_hash !== (readTransactionHash(chain, txHash) ?? txHash)
}
