import { dropBlocked } from "../billing/sponsored-operation"
import type { World } from "../world"
import { releaseFunds } from "./funds"
import type { StoredWithdrawal } from "./stored-withdrawal"
import { continueWaiting } from "./waiting-withdrawals"
import { takeWithdrawalStep } from "./withdrawal-steps"

/**
 * Ends a withdrawal that does not go through: its money returns to the treasury, without a fee.
 *
 * @throws SandboxError when it has ended already
 */
export function endWithdrawal(
  world: World,
  withdrawal: StoredWithdrawal,
  trigger: "destination_refused" | "failed",
  reason: string
): void {
  const before = withdrawal.failureReason
  withdrawal.failureReason = reason
  try {
    takeWithdrawalStep(world, withdrawal, trigger)
  } catch (error) {
    withdrawal.failureReason = before
    throw error
  }
  dropBlocked(world, withdrawal.id)
  releaseFunds(world, withdrawal)
  continueWaiting(world, withdrawal.asset)
}
