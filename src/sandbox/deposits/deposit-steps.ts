import { conflict, notFound } from "../sandbox-error"
import type { World } from "../world"
import { depositToWire } from "./deposit-view"
import { depositEvents, depositLifecycle, type DepositTrigger } from "./lifecycle"
import type { StoredDeposit } from "./stored-deposit"

/**
 * Refuses a step the deposit cannot take, before anything else is done for it.
 *
 * @throws SandboxError
 */
export function checkDepositStep({ id, status }: StoredDeposit, trigger: DepositTrigger): void {
  if (depositLifecycle[status][trigger]) return
  throw conflict(`deposit ${id} is ${status}: "${trigger}" is not possible`)
}

/**
 * Takes one step of the lifecycle and announces it by webhook.
 *
 * @throws SandboxError when the lifecycle has no such step
 */
export function takeDepositStep(world: World, deposit: StoredDeposit, trigger: DepositTrigger): void {
  checkDepositStep(deposit, trigger)
  deposit.status = depositLifecycle[deposit.status][trigger] ?? deposit.status
  world.webhooks.announce(depositEvents[trigger], deposit.id, depositToWire(world, deposit))
}

/** @throws SandboxError */
export function requireDeposit(world: Pick<World, "deposits">, id: string): StoredDeposit {
  const deposit = world.deposits.find(id)
  if (!deposit) throw notFound(`deposit ${id}`)
  return deposit
}
