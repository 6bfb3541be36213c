import type { BillingAccount, BillingInvoice, BillingWorld } from "./billing-account"
import { currentPlan } from "./current-plan"

/** The renewal of the current cycle, made now if it is not there yet. @returns undefined on a plan that is free */
export function issueRenewal({ billing, business, identifiers }: BillingWorld): BillingInvoice | undefined {
  const { name, monthlyUsd } = currentPlan({ business })
  if (monthlyUsd === "0") return undefined
  const existing = billing.invoices.find(({ cycle, plan }) => cycle === billing.cycle && plan === name)
  if (existing) return existing
  const renewal: BillingInvoice = {
    id: identifiers.id("bill"),
    plan: name,
    amountUsd: monthlyUsd,
    cycle: billing.cycle,
    status: "open",
  }
  billing.invoices.push(renewal)
  return renewal
}

/** The renewal that waits for its payment. There is never more than one. */
export function openRenewal({ invoices }: BillingAccount): BillingInvoice | undefined {
  return invoices.find(({ status }) => status === "open")
}
