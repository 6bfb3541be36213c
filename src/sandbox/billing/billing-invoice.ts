import type { KnownPlan } from "../../gateway/contract"
import type { BillingAccount, BillingCycle, BillingWorld } from "./billing-account"
import type { BillingInvoiceStatus } from "./billing-lifecycle"
import { currentPlan } from "./current-plan"

/** The bill for the next cycle of a paid plan. */
export type BillingInvoice = {
  readonly id: string
  readonly plan: KnownPlan
  readonly amountUsd: string
  /** The cycle that comes before the one it pays for. */
  readonly cycle: BillingCycle
  status: BillingInvoiceStatus
  /** Of the payment. */
  txHash?: string
}

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
