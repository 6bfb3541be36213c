import { moveIn } from "../payments/arriving-money"
import { finalAtMs } from "../payments/finality"
import type { Transfer } from "../payments/transfer"
import type { World } from "../world"
import { concludeDeposit } from "./deposit-conclusion"
import type { ObservedDeposit } from "./stored-deposit"

/**
 * Takes note of money that reached a customer. What becomes of it is decided once it is final.
 *
 * @returns identifier of the deposit
 */
export function observeDeposit(
  world: World,
  transfer: Transfer,
  { customerId, namedIntentId }: Partial<Pick<ObservedDeposit, "customerId" | "namedIntentId">>
): string {
  const { asset, amountBaseUnits, network, txHash, operationIndex, fromAddress, toAddress, memo } = transfer
  const nowMs = world.clock.now()
  const deposit: ObservedDeposit = {
    id: world.identifiers.id("dep"),
    customerId,
    namedIntentId,
    network,
    asset,
    amountBaseUnits,
    transaction: { txHash, operationIndex, fromAddress, toAddress, memo },
    observedAtMs: nowMs,
  }
  moveIn(world, transfer, { to: "awaiting", reason: "deposit_observed", reference: deposit.id })
  world.agenda.schedule(finalAtMs(network, world.startMs, nowMs), () => concludeDeposit(world, deposit))
  return deposit.id
}
