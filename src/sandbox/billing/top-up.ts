import { invalid } from "../sandbox-error"
import type { BillingWorld } from "./billing-account"
import { resumeBlocked } from "./sponsored-operation"
import { toUsdUnits } from "./usd-value"

/** Dollars of each pack. @see service-interface "Billing and gas", rule 6 */
export const TOP_UP_PACKS_USD = ["5", "10", "25", "50", "100"] as const

/**
 * Buys prepaid gas, on any plan, and resumes what waited for it.
 *
 * @param usd dollars of a pack
 * @throws SandboxError for an amount that is no pack
 */
export function topUp(world: BillingWorld, usd: string): void {
  const packs: readonly string[] = TOP_UP_PACKS_USD
  if (!packs.includes(usd)) throw invalid({ field: "usd", message: `is none of ${packs.join(", ")}` })
  world.billing.prepaidGas += toUsdUnits(usd)
  resumeBlocked(world)
}
