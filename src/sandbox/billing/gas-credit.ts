import type { BillingWorld } from "./billing-account"
import { currentPlan } from "./current-plan"
import type { GasLine } from "./gas-price"
import { toUsdUnits } from "./usd-value"

type Credit = Pick<BillingWorld, "business" | "billing">

/** Gas that the plan grants in each cycle, in USD units; null is fair use, which is never exhausted. */
export function includedGasGranted({ business }: Pick<BillingWorld, "business">): bigint | null {
  const granted = currentPlan({ business }).includedGasUsd ?? business.fairUseGasUsd
  return granted === null ? null : toUsdUnits(granted)
}

/** What is left of it, or null. */
export function includedGasRemaining(world: Credit): bigint | null {
  const granted = includedGasGranted(world)
  if (granted === null) return null
  const remaining = granted - world.billing.cycle.includedGasUsed
  return remaining > 0n ? remaining : 0n
}

/** Whether included and prepaid gas together cover an amount of USD units. */
export function isGasCovered(world: Credit, usdUnits: bigint): boolean {
  const included = includedGasRemaining(world)
  return included === null || usdUnits <= included + world.billing.prepaidGas
}

/**
 * Pays the gas of an operation, from the included credit first, and records each use. All of it or nothing.
 *
 * @returns whether it was covered
 * @see service-interface "Billing and gas", rules 5 and 7
 */
export function payGas(
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

export function totalOf(gas: readonly GasLine[]): bigint {
  return gas.reduce((sum, { usdUnits }) => sum + usdUnits, 0n)
}
