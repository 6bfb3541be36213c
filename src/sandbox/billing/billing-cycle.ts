import { sandboxBug } from "../sandbox-error"
import { nextStatus } from "../store"
import {
  billingInvoiceLifecycle,
  billingLifecycle,
  type BillingAccount,
  type BillingCycle,
  type BillingInvoice,
  type BillingInvoiceTrigger,
  type BillingTrigger,
  type BillingWorld,
} from "./billing-account"
import { resumeBlocked } from "./gas-credit"
import { currentPlan } from "./plans"

const DAY_MS = 86_400_000

/** The sandbox's own; the other two are documented. */
export const CYCLE_MS = 30 * DAY_MS
export const RENEWAL_LEAD_MS = 5 * DAY_MS
export const GRACE_MS = 14 * DAY_MS

/** Opens an account. Its first cycle counts as paid. */
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

/** Starts a cycle: renews quota and included gas, and resumes operations blocked on gas. @see service-interface "Billing cycle" */
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

export function takeBillingStep(account: BillingAccount, trigger: BillingTrigger): void {
  const next = billingLifecycle[account.state][trigger]
  if (!next) throw sandboxBug(`billing is ${account.state}: "${trigger}" is not possible`)
  account.state = next
}

export function takeBillingInvoiceStep(invoice: BillingInvoice, trigger: BillingInvoiceTrigger): void {
  invoice.status = nextStatus(billingInvoiceLifecycle, "billing invoice", invoice, trigger)
}

/** Returns the renewal of the current cycle, created on demand; undefined on a free plan. */
function issueRenewal({ billing, business, identifiers }: BillingWorld): BillingInvoice | undefined {
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

/** There is never more than one. */
export function openRenewal({ invoices }: BillingAccount): BillingInvoice | undefined {
  return invoices.find(({ status }) => status === "open")
}
