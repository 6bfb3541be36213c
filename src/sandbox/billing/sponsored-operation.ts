import type { BillingWorld, SponsoredOperation } from "./billing-account"
import { payGas } from "./gas-credit"

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
