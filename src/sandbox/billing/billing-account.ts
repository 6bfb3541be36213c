import type { KnownPlan } from "../../gateway/contract"
import type { Identifiers } from "../determinism/identifiers"
import type { BusinessSettings } from "../business/business"
import type { Agenda } from "../time/agenda"
import type { Clock } from "../time/clock"
import type { BillingInvoiceStatus, BillingState } from "./billing-lifecycle"
import type { GasLine } from "./gas-price"

/** One month of a plan. Instants are epoch milliseconds, money is in USD units. */
export type BillingCycle = {
  readonly startsAtMs: number
  readonly endsAtMs: number
  /** Withdrawals that counted against the quota, whether included or paid for. */
  payoutsUsed: number
  includedGasUsed: bigint
}

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

/** Work on a chain that the service pays the gas of. */
export type SponsoredOperation = {
  /** The invoice, deposit or withdrawal it is for. */
  reference: string
  gas: readonly GasLine[]
  run: () => void
  /** Told once, when the credit is not enough and the operation begins to wait. */
  onBlocked?: () => void
}

/** One use of gas that was paid for. */
export type GasUsage = GasLine & { reference: string; atMs: number }

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
