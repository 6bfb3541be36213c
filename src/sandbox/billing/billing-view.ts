import { toRecord, type Billing, type EndpointName } from "../../gateway/contract"
import { resourceReply, type Operation } from "../http/operation"
import type { World } from "../world"
import { GRACE_MS, openRenewal } from "./billing-cycle"
import { includedGasGranted, includedGasRemaining } from "./gas-credit"
import { currentPlan } from "./plans"
import { TOP_UP_PACKS_USD } from "./purchases"
import { fromUsdUnits } from "./usd-value"

/** The document's word for unlimited gas. */
const FAIR_USE = "fair-use"

function usageToContract(world: World): Billing {
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

export function billingToContract(world: World): Billing {
  const { name, invoiceFeePercent, minimumFeeUsd } = currentPlan(world)
  return {
    plan: name,
    state: world.billing.state,
    invoiceFeePercent,
    minimumFeeUsd,
    ...usageToContract(world),
    topUpOptionsUsd: [...TOP_UP_PACKS_USD],
    warnings: softWarnings(world),
  }
}

/** Past due changes only this text. UNDOCUMENTED: where the service shows its warnings. */
function softWarnings({ billing }: World): string[] {
  const renewal = openRenewal(billing)
  if (!renewal) return []
  const { endsAtMs } = billing.cycle
  const lastMs = billing.state === "past_due" ? endsAtMs + GRACE_MS : endsAtMs
  return [`billing invoice ${renewal.id} of $${renewal.amountUsd} is unpaid until ${instant(lastMs)}`]
}

function figure(usdUnits: bigint | null): string {
  return usdUnits === null ? FAIR_USE : fromUsdUnits(usdUnits)
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString()
}

export const billingOperations = {
  getBilling: ({ world }) =>
    resourceReply(world, "billing", toRecord("billing", billingToContract(world), world.assumptions)),
  getBillingUsage: ({ world }) =>
    resourceReply(world, "billing", toRecord("billing", usageToContract(world), world.assumptions)),
} satisfies Partial<Record<EndpointName, Operation>>
