import type { KnownPlan } from "../../gateway/contract"
import type { BusinessSettings } from "../business"
import type { Identifiers } from "../determinism/identifiers"
import { lifecycle } from "../store"
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

/** Every transition of a subscription. `grace_over` moves it to Free. @see service-interface "Billing cycle" */
export const billingLifecycle = lifecycle({
  active: { cycle_renewed: "active", renewal_unpaid: "past_due", plan_changed: "active" },
  past_due: { renewal_paid: "active", grace_over: "active", plan_changed: "active" },
})
type BillingState = keyof typeof billingLifecycle
export type BillingTrigger = keyof (typeof billingLifecycle)[BillingState]

/** The sandbox's own names: the document shows none. */
export const billingInvoiceLifecycle = lifecycle({
  open: { paid: "paid", grace_over: "expired", plan_changed: "cancelled" },
  paid: {},
  expired: {},
  cancelled: {},
})
type BillingInvoiceStatus = keyof typeof billingInvoiceLifecycle
export type BillingInvoiceTrigger = keyof (typeof billingInvoiceLifecycle)[BillingInvoiceStatus]
