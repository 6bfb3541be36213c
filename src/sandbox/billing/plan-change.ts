import type { KnownPlan } from "../../gateway/contract"
import type { BillingWorld } from "./billing-account"
import { startCycle } from "./billing-cycle"
import { openRenewal } from "./billing-invoice"
import { takeBillingInvoiceStep, takeBillingStep } from "./billing-steps"

/**
 * Puts the business on another plan. It takes effect at once, with a new cycle that counts as paid; an open
 * renewal of the old plan is cancelled.
 */
export function changePlan(world: BillingWorld, plan: KnownPlan): void {
  const { billing, business, clock } = world
  if (business.plan === plan) return
  const renewal = openRenewal(billing)
  if (renewal) takeBillingInvoiceStep(renewal, "plan_changed")
  takeBillingStep(billing, "plan_changed")
  business.plan = plan
  startCycle(world, clock.now())
}
