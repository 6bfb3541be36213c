import type { Deposit, Intent, Invoice, Withdrawal } from "../gateway/contract"
import type { BusinessSettings, BusinessSettingsInput } from "./business"
import type { Credentials, Environment } from "./credentials"
import type { StoredCustomer } from "./customers/stored-customer"
import type { Fault } from "./faults/fault"
import type { RequestLogEntry } from "./http/request-log"
import type { LedgerRow } from "./ledger/ledger-operations"
import type { Payment, PaymentRequest } from "./payments/payment"
import type { TransferRequest } from "./payments/transfer"
import type { ClockMode } from "./time/agenda"
import type { DeliveryLogEntry, WebhookAddress } from "./webhooks/delivery"
import type { Redelivery } from "./webhooks/webhook-sender"

/** Holds no secret. */
export type SandboxState = {
  now: string
  clock: ClockMode
  seed: string
  environment: Environment
  businessId: string
  webhookUrl: string | null
  invoices: number
  payments: number
  requests: number
  deliveries: number
  faults: Fault[]
}

/**
 * Everything that tests, the control calls and the page can do to a running sandbox.
 *
 * Calls that cause webhooks resolve after their first attempts; deliveries that a fault delays, holds or
 * loses are not awaited.
 *
 * @throws SandboxError from every call that is impossible or names something unknown
 */
export type SandboxControl = {
  /** @param address null sends nothing */
  setWebhook(address: WebhookAddress | null): void
  /**
   * Resets state, faults, logs and clock. Port, credentials and webhook target stay.
   *
   * The same seed repeats all identifiers, delivery ids included, so a receiver takes a second run for
   * duplicates: give it another seed.
   */
  reset(options?: { seed?: string }): Promise<void>
  /** Moves the clock by `ms` and runs due blocks, expiries and retries in order. */
  advance(ms: number): Promise<void>
  /** The sandbox's time in epoch milliseconds. */
  now(): number
  /** Pays the invoice amount, unless `request` says otherwise. */
  pay(invoiceId: string, request?: PaymentRequest): Promise<Pick<Payment, "txHash" | "outcome" | "reason">>
  /** Sends money to any address: a customer's, an invoice's or the treasury. */
  transfer(request: TransferRequest): Promise<Payment>
  /** Advances block by block until a complete payment is final. */
  settle(invoiceId: string): Promise<void>
  /** Takes a payment's confirmations back; it returns with the next block. */
  reorg(invoiceId: string): Promise<void>
  expire(invoiceId: string): Promise<void>
  cancel(invoiceId: string): Promise<void>
  fail(invoiceId: string): Promise<void>
  /** Makes the refund in progress of a deposit fail, or else the next one. */
  failRefund(depositId: string): void
  /** Refuses money to this address once it is sent. */
  rejectDestination(address: string): void
  /** Refuses money to this address without a memo. */
  requireMemo(address: string): void
  failWithdrawal(withdrawalId: string): Promise<void>
  settings(): BusinessSettings
  /** Changes the given settings. Billing changes the plan. */
  changeSettings(settings: Partial<Omit<BusinessSettingsInput, "plan">>): BusinessSettings
  fault(fault: Fault): void
  clearFaults(): void
  /**
   * Sends a delivery again, with the same id and body.
   *
   * @returns HTTP statuses; 0 without an answer
   */
  redeliver(deliveryId: string, options?: Redelivery): Promise<number[]>
  /** Oldest first, as every list here. */
  customers(): StoredCustomer[]
  /** With progress. */
  invoices(): Invoice[]
  intents(): Intent[]
  payments(): Payment[]
  /** Those that are or were in review. */
  deposits(): Deposit[]
  withdrawals(): Withdrawal[]
  /** Where the money is; the sum per asset is always zero. */
  ledger(): LedgerRow[]
  requests(): RequestLogEntry[]
  deliveries(): DeliveryLogEntry[]
  state(): SandboxState
  /** Resolves when no delivery is in flight. */
  flush(): Promise<void>
}

/** A running sandbox. `close` frees its port and ends its deliveries. */
export type Sandbox = SandboxControl & {
  /** Base URL of the service, for the plugin option `baseUrl`. */
  readonly url: string
  /** Address of the page and of `/_sandbox`, without a trailing slash. */
  readonly origin: string
  readonly credentials: Readonly<Credentials>
  close(): Promise<void>
}
