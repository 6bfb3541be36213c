import type { KnownPlan } from "../../gateway/contract"
import type { BusinessSettings } from "../business"
import type { Identifiers } from "../determinism/identifiers"
import type { Agenda, Clock } from "../time/agenda"
import type { GasLine } from "./gas-price"

/** Instants are epoch milliseconds, money is in USD units. */
export type BillingCycle = {
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** Withdrawals counted against the quota, free or paid. */
  payoutsUsed: number
  includedGasUsed: bigint
}

/** The bill for the next cycle of a paid plan. */
export type BillingInvoice = {
  readonly id: string
  readonly plan: KnownPlan
  readonly amountUsd: string
  /** The cycle before the one it pays for. */
  readonly cycle: BillingCycle
  status: BillingInvoiceStatus
  txHash?: string
}

/** Work on a chain whose gas the service pays for. */
export type SponsoredOperation = {
  reference: string
  gas: readonly GasLine[]
  run: () => void
  /** Called once, when the credit runs short and the operation starts waiting. */
  onBlocked?: () => void
}

export type GasUsage = GasLine & { reference: string; atMs: number }

/** The business as a customer of the service. */
export type BillingAccount = {
  state: BillingState
  cycle: BillingCycle
  /** USD units. */
  prepaidGas: bigint
  /** Oldest first. */
  readonly usage: GasUsage[]
  readonly blocked: SponsoredOperation[]
  readonly invoices: BillingInvoice[]
}

export type BillingWorld = {
  readonly identifiers: Identifiers
  readonly clock: Clock
  readonly agenda: Agenda
  readonly business: BusinessSettings
  readonly billing: BillingAccount
}

/** Wire names come from the assumptions. */
export const BILLING_STATES = ["active", "past_due"] as const
type BillingState = (typeof BILLING_STATES)[number]

export const BILLING_TRIGGERS = [
  "cycle_renewed",
  "renewal_unpaid",
  "renewal_paid",
  "grace_over",
  "plan_changed",
] as const
export type BillingTrigger = (typeof BILLING_TRIGGERS)[number]

/**
 * Every transition of a subscription. `grace_over` moves it to Free.
 *
 * @see service-interface "Billing cycle"
 */
export const billingLifecycle: Record<BillingState, Partial<Record<BillingTrigger, BillingState>>> = {
  active: { cycle_renewed: "active", renewal_unpaid: "past_due", plan_changed: "active" },
  past_due: { renewal_paid: "active", grace_over: "active", plan_changed: "active" },
}

/** The sandbox's own names: the document shows none. */
export const BILLING_INVOICE_STATUSES = ["open", "paid", "expired", "cancelled"] as const
type BillingInvoiceStatus = (typeof BILLING_INVOICE_STATUSES)[number]

export const BILLING_INVOICE_TRIGGERS = ["paid", "grace_over", "plan_changed"] as const
export type BillingInvoiceTrigger = (typeof BILLING_INVOICE_TRIGGERS)[number]

export const billingInvoiceLifecycle: Record<
  BillingInvoiceStatus,
  Partial<Record<BillingInvoiceTrigger, BillingInvoiceStatus>>
> = {
  open: { paid: "paid", grace_over: "expired", plan_changed: "cancelled" },
  paid: {},
  expired: {},
  cancelled: {},
}
