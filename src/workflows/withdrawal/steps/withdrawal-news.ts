import type { MedusaContainer } from "@medusajs/framework/types"
import { pauseBeforeLook } from "../../../domain/withdrawal-check-schedule"
import { departureFrom, differenceFrom, truthOf } from "../../../domain/withdrawal-truth"
import { waitOf } from "../../../domain/withdrawal-wait"
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
  const differing = [differenceFrom(row, withdrawal), departureFrom(row, withdrawal, phase)]
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
