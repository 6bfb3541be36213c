import type { BillingWorld } from "./billing-account"
import { payGas } from "./gas-credit"
import type { GasLine } from "./gas-price"

/** Work on a chain that the service pays the gas of. */
export type SponsoredOperation = {
  /** The invoice, deposit or withdrawal it is for. */
  reference: string
  gas: readonly GasLine[]
  run: () => void
  /** Told once, when the credit is not enough and the operation begins to wait. */
  onBlocked?: () => void
}

/** One use of gas that was paid for. */
export type GasUsage = GasLine & { reference: string; atMs: number }

/**
 * Runs an operation now, or once its gas is covered.
 *
 * A shortfall is nobody's error: the operation waits as `gas_blocked`.
 *
 * @see service-interface "Retry rules", 4
 */
export function runSponsored(world: BillingWorld, operation: SponsoredOperation): void {
  if (payGas(world, operation)) return operation.run()
  world.billing.blocked.push(operation)
  operation.onBlocked?.()
}

/** Resumes what waits for gas, oldest first, until the credit is insufficient again. */
export function resumeBlocked(world: BillingWorld): void {
  const { blocked } = world.billing
  for (let next = blocked[0]; next && payGas(world, next); next = blocked[0]) {
    blocked.shift()
    next.run()
  }
}

/** Forgets the waiting operation of something that has ended otherwise. */
export function dropBlocked({ billing }: Pick<BillingWorld, "billing">, reference: string): void {
  const index = billing.blocked.findIndex((operation) => operation.reference === reference)
  if (index !== -1) billing.blocked.splice(index, 1)
}
