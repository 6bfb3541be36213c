import type { BillingAccount, BillingCycle, BillingWorld } from "./billing-account"
import { issueRenewal, openRenewal } from "./billing-invoice"
import { takeBillingInvoiceStep, takeBillingStep } from "./billing-steps"
import { resumeBlocked } from "./sponsored-operation"

const DAY_MS = 86_400_000

/** Length of a cycle: the sandbox's own. The other two are documented. */
export const CYCLE_MS = 30 * DAY_MS
export const RENEWAL_LEAD_MS = 5 * DAY_MS
export const GRACE_MS = 14 * DAY_MS

/** Opens the account of a business and starts its first cycle, which counts as paid. */
export function openBilling(parts: Omit<BillingWorld, "billing">): BillingAccount {
  const startsAtMs = parts.clock.now()
  const billing: BillingAccount = {
    state: "active",
    cycle: newCycle(startsAtMs),
    prepaidGas: 0n,
    usage: [],
    blocked: [],
    invoices: [],
  }
  startCycle({ ...parts, billing }, startsAtMs)
  return billing
}

/**
 * Starts a cycle: quota and included gas are as new, and what waited for gas goes on.
 *
 * @see service-interface "Billing cycle"
 */
export function startCycle(world: BillingWorld, startsAtMs: number): void {
  const { agenda, billing } = world
  const cycle = newCycle(startsAtMs)
  billing.cycle = cycle
  const unlessReplaced = (task: () => void) => () => {
    if (billing.cycle === cycle) task()
  }
  agenda.schedule(
    cycle.endsAtMs - RENEWAL_LEAD_MS,
    unlessReplaced(() => issueRenewal(world))
  )
  agenda.schedule(
    cycle.endsAtMs,
    unlessReplaced(() => endCycle(world))
  )
  resumeBlocked(world)
}

function endCycle(world: BillingWorld): void {
  const { agenda, billing } = world
  const { cycle } = billing
  const renewal = issueRenewal(world)
  if (!renewal || renewal.status === "paid") {
    takeBillingStep(billing, "cycle_renewed")
    return startCycle(world, cycle.endsAtMs)
  }
  takeBillingStep(billing, "renewal_unpaid")
  agenda.schedule(cycle.endsAtMs + GRACE_MS, (atMs) => {
    if (billing.cycle === cycle) downgrade(world, atMs)
  })
}

/** Data stays: only the plan changes. */
function downgrade(world: BillingWorld, atMs: number): void {
  const { billing, business } = world
  const renewal = openRenewal(billing)
  if (renewal) takeBillingInvoiceStep(renewal, "grace_over")
  takeBillingStep(billing, "grace_over")
  business.plan = "Free"
  startCycle(world, atMs)
}

function newCycle(startsAtMs: number): BillingCycle {
  return { startsAtMs, endsAtMs: startsAtMs + CYCLE_MS, payoutsUsed: 0, includedGasUsed: 0n }
}
