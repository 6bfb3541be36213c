import type { BillingWorld, SponsoredOperation } from "./billing-account"
import { type GasLine, toUsdUnits } from "./gas-price"
import { currentPlan } from "./plans"

type Credit = Pick<BillingWorld, "business" | "billing">

/** Gas granted per cycle, in USD units; null is unlimited. */
export function includedGasGranted({ business }: Pick<BillingWorld, "business">): bigint | null {
  const granted = currentPlan({ business }).includedGasUsd ?? business.fairUseGasUsd
  return granted === null ? null : toUsdUnits(granted)
}

export function includedGasRemaining(world: Credit): bigint | null {
  const granted = includedGasGranted(world)
  if (granted === null) return null
  const remaining = granted - world.billing.cycle.includedGasUsed
  return remaining > 0n ? remaining : 0n
}

/** Whether included and prepaid gas cover an amount of USD units. */
function isGasCovered(world: Credit, usdUnits: bigint): boolean {
  const included = includedGasRemaining(world)
  return included === null || usdUnits <= included + world.billing.prepaidGas
}

/**
 * Pays for all of an operation's gas or none, from the included credit first, and records each use.
 *
 * @returns whether the credit covered it
 * @see service-interface "Billing and gas", rules 5 and 7
 */
function payGas(
  world: BillingWorld,
  { gas, reference }: { gas: readonly GasLine[]; reference: string }
): boolean {
  const { billing, clock } = world
  const cost = totalOf(gas)
  if (!isGasCovered(world, cost)) return false
  const included = includedGasRemaining(world)
  const fromIncluded = included === null || cost < included ? cost : included
  billing.cycle.includedGasUsed += fromIncluded
  billing.prepaidGas -= cost - fromIncluded
  billing.usage.push(...gas.map((line) => ({ ...line, reference, atMs: clock.now() })))
  return true
}

function totalOf(gas: readonly GasLine[]): bigint {
  return gas.reduce((sum, { usdUnits }) => sum + usdUnits, 0n)
}

/**
 * Runs an operation now, or once its gas is covered. A shortfall is not an error: the operation waits as
 * `gas_blocked`.
 *
 * @see service-interface "Retry rules", 4
 */
export function runSponsored(world: BillingWorld, operation: SponsoredOperation): void {
  if (payGas(world, operation)) return operation.run()
  world.billing.blocked.push(operation)
  operation.onBlocked?.()
}

/** Resumes operations blocked on gas, oldest first, until the credit runs short again. */
export function resumeBlocked(world: BillingWorld): void {
  const { blocked } = world.billing
  for (let next = blocked[0]; next && payGas(world, next); next = blocked[0]) {
    blocked.shift()
    next.run()
  }
}

/** Drops the waiting operation of an object that ended another way. */
export function dropBlocked({ billing }: Pick<BillingWorld, "billing">, reference: string): void {
  const index = billing.blocked.findIndex((operation) => operation.reference === reference)
  if (index !== -1) billing.blocked.splice(index, 1)
}
