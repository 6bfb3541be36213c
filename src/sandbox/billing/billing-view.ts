import type { Billing } from "../../gateway/contract"
import type { World } from "../world"
import { GRACE_MS } from "./billing-cycle"
import { openRenewal } from "./billing-invoice"
import { currentPlan } from "./current-plan"
import { includedGasGranted, includedGasRemaining } from "./gas-credit"
import { TOP_UP_PACKS_USD } from "./top-up"
import { fromUsdUnits } from "./usd-value"

/** How the document writes gas that has no figure. */
const FAIR_USE = "fair-use"

/** Quota, gas and cycle: the answer to "how much is used". */
export function usageToContract(world: World): Billing {
  const { billing } = world
  return {
    payoutQuotaIncluded: currentPlan(world).includedPayouts,
    payoutQuotaUsed: billing.cycle.payoutsUsed,
    includedGasGrantedUsd: figure(includedGasGranted(world)),
    includedGasUsedUsd: fromUsdUnits(billing.cycle.includedGasUsed),
    includedGasRemainingUsd: figure(includedGasRemaining(world)),
    prepaidGasUsd: fromUsdUnits(billing.prepaidGas),
    gasBlockedOperations: billing.blocked.length,
    cycleEndsAt: instant(billing.cycle.endsAtMs),
  }
}

/** The same with plan, fees and what can be bought. */
export function billingToContract(world: World): Billing {
  const { name, invoiceFeePercent, minimumFeeUsd } = currentPlan(world)
  return {
    plan: name,
    state: world.assumptions.statuses.billing[world.billing.state],
    invoiceFeePercent,
    minimumFeeUsd,
    ...usageToContract(world),
    topUpOptionsUsd: [...TOP_UP_PACKS_USD],
    warnings: softWarnings(world),
  }
}

/** Past due changes nothing but this text. UNDOCUMENTED: where the service shows its soft warnings. */
function softWarnings({ billing }: World): string[] {
  const renewal = openRenewal(billing)
  if (!renewal) return []
  const { endsAtMs } = billing.cycle
  const lastMs = billing.state === "pastDue" ? endsAtMs + GRACE_MS : endsAtMs
  return [`billing invoice ${renewal.id} of $${renewal.amountUsd} is unpaid until ${instant(lastMs)}`]
}

function figure(usdUnits: bigint | null): string {
  return usdUnits === null ? FAIR_USE : fromUsdUnits(usdUnits)
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString()
}
