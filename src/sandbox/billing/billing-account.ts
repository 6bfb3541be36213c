import type { Identifiers } from "../determinism/identifiers"
import type { BusinessSettings } from "../business/business"
import type { Agenda } from "../time/agenda"
import type { Clock } from "../time/clock"
import type { BillingInvoice } from "./billing-invoice"
import type { BillingState } from "./billing-lifecycle"
import type { GasUsage, SponsoredOperation } from "./sponsored-operation"

/** One month of a plan. Instants are epoch milliseconds, money is in USD units. */
export type BillingCycle = {
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** Withdrawals that counted against the quota, whether included or paid for. */
  payoutsUsed: number
  includedGasUsed: bigint
}

/** What the service knows about the business as its own customer. */
export type BillingAccount = {
  state: BillingState
  cycle: BillingCycle
  /** USD units. */
  prepaidGas: bigint
  /** Every use, oldest first, whoever paid for it. */
  readonly usage: GasUsage[]
  /** Operations that wait for gas, oldest first. */
  readonly blocked: SponsoredOperation[]
  /** Oldest first. */
  readonly invoices: BillingInvoice[]
}

/** The parts of the world that billing needs. */
export type BillingWorld = {
  readonly identifiers: Identifiers
  readonly clock: Clock
  readonly agenda: Agenda
  readonly business: BusinessSettings
  readonly billing: BillingAccount
}
