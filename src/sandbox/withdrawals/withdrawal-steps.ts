import { conflict, notFound } from "../sandbox-error"
import type { World } from "../world"
import { withdrawalLifecycle, type WithdrawalTrigger } from "./lifecycle"
import type { StoredWithdrawal } from "./stored-withdrawal"
import { withdrawalStatusToWire, withdrawalToWire } from "./withdrawal-view"

/**
 * Takes one step of the lifecycle and announces it by webhook.
 *
 * @throws SandboxError when the lifecycle has no such step
 */
export function takeWithdrawalStep(
  world: World,
  withdrawal: StoredWithdrawal,
  trigger: WithdrawalTrigger,
  failureReason?: string
): void {
  const { id, status } = withdrawal
  const next = withdrawalLifecycle[status][trigger]
  if (!next) throw conflict(`withdrawal ${id} is ${status}: "${trigger}" is not possible`)
  withdrawal.status = next
  withdrawal.failureReason = failureReason
  announceWithdrawal(world, withdrawal)
}

/** UNDOCUMENTED: the names of withdrawal events. */
export function announceWithdrawal({ webhooks, assumptions }: World, withdrawal: StoredWithdrawal): void {
  const event = assumptions.events.withdrawalPrefix + withdrawalStatusToWire(withdrawal.status, assumptions)
  webhooks.announce(event, withdrawal.id, withdrawalToWire(withdrawal, assumptions))
}

/** @throws SandboxError */
export function requireWithdrawal({ withdrawals }: World, id: string): StoredWithdrawal {
  const withdrawal = withdrawals.find(id)
  if (!withdrawal) throw notFound(`withdrawal ${id}`)
  return withdrawal
}
