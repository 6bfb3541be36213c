import type { World } from "../world"
import type { StoredWithdrawal } from "./stored-withdrawal"
import { endWithdrawal } from "./withdrawal-progress"
import { requireWithdrawal } from "./withdrawal-steps"

/** From now on the service refuses to send money to an address, once a withdrawal to it is processed. */
export function rejectDestination({ withdrawals }: Pick<World, "withdrawals">, address: string): void {
  withdrawals.rejectedAddresses.add(address)
}

/** From now on an address takes no money without a memo. */
export function requireMemo({ withdrawals }: Pick<World, "withdrawals">, address: string): void {
  withdrawals.memoAddresses.add(address)
}

/**
 * Makes a withdrawal fail where it stands, on the chain too. Its money returns to the treasury.
 *
 * @throws SandboxError 404, or 409 when it has ended
 */
export function failWithdrawal(world: World, id: string): StoredWithdrawal {
  const withdrawal = requireWithdrawal(world, id)
  endWithdrawal(world, withdrawal, "failed", "the transfer failed")
  return withdrawal
}
