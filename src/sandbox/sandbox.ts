import type { Deposit, Intent, Invoice, Withdrawal } from "../gateway/contract"
import type { BusinessSettings, BusinessSettingsInput } from "./business/business"
import type { Credentials, Environment } from "./credentials"
import type { StoredCustomer } from "./customers/stored-customer"
import type { Fault } from "./faults/fault"
import type { RequestLogEntry } from "./http/request-log"
import type { LedgerRow } from "./ledger/ledger-rows"
import type { Payment, PaymentRequest } from "./payments/payment"
import type { TransferRequest } from "./payments/transfer"
import type { ClockMode } from "./time/clock"
import type { DeliveryLogEntry, WebhookAddress } from "./webhooks/delivery"
import type { Redelivery } from "./webhooks/redelivery"

/** What a control call or the page needs to know at a glance. Holds no secret. */
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
 * Everything a test, the control calls and the page can do to a running sandbox.
 *
 * Calls that make webhooks resolve once those were attempted; a delivery that a fault delays, holds
 * or loses is not waited for.
 *
 * @throws SandboxError from every call that names something that does not exist or is not possible
 */
export type SandboxControl = {
  /** @param address null sends nothing */
  setWebhook(address: WebhookAddress | null): void
  /**
   * Back to the beginning: state, faults, logs and clock. Port, credentials and webhook target stay.
   *
   * The same seed gives the same identifiers again, delivery ids included, so a receiver that
   * remembers deliveries takes a repeated run for duplicates: give it another seed.
   */
  reset(options?: { seed?: string }): Promise<void>
  /** Moves the clock by `ms` and runs blocks, expiries and retries that come due, in order. */
  advance(ms: number): Promise<void>
  /** The sandbox's time in epoch milliseconds. */
  now(): number
  /** Pays what the invoice asks for, except where `request` says otherwise. */
  pay(invoiceId: string, request?: PaymentRequest): Promise<Pick<Payment, "txHash" | "outcome" | "reason">>
  /** Sends money to any address: a customer's, an invoice's or the treasury. */
  transfer(request: TransferRequest): Promise<Payment>
  /** Advances block by block until a payment that is complete is final. */
  settle(invoiceId: string): Promise<void>
  /** Takes the confirmations of a payment back; it comes again with the next block. */
  reorg(invoiceId: string): Promise<void>
  expire(invoiceId: string): Promise<void>
  cancel(invoiceId: string): Promise<void>
  fail(invoiceId: string): Promise<void>
  /** Makes the refund of a deposit that is under way, or else the next one, fail. */
  failRefund(depositId: string): void
  /** From now on money sent to this address is refused on its way. */
  rejectDestination(address: string): void
  /** From now on this address takes no money without a memo. */
  requireMemo(address: string): void
  /** Makes a withdrawal fail where it stands. */
  failWithdrawal(withdrawalId: string): Promise<void>
  /** What the business has set in its dashboard. */
  settings(): BusinessSettings
  /** @param settings those to change, without the plan */
  changeSettings(settings: Partial<Omit<BusinessSettingsInput, "plan">>): BusinessSettings
  fault(fault: Fault): void
  clearFaults(): void
  /**
   * Sends a delivery again, with the same id and body.
   *
   * @returns HTTP statuses; 0 where there was no answer
   */
  redeliver(deliveryId: string, options?: Redelivery): Promise<number[]>
  /** Oldest first, as every list here. */
  customers(): StoredCustomer[]
  /** With progress. */
  invoices(): Invoice[]
  intents(): Intent[]
  /** Those in review included. */
  payments(): Payment[]
  /** Deposits that wait, or waited, for a person. */
  deposits(): Deposit[]
  withdrawals(): Withdrawal[]
  /** Where the money is: its sum over all accounts is zero for each asset, always. */
  ledger(): LedgerRow[]
  requests(): RequestLogEntry[]
  deliveries(): DeliveryLogEntry[]
  state(): SandboxState
  /** Resolves when no delivery is in flight. */
  flush(): Promise<void>
}

/** A sandbox that listens. */
export type Sandbox = SandboxControl & {
  /** Base URL of the service, for the plugin option `baseUrl`. */
  readonly url: string
  /** Address of the page and of `/_sandbox`, without a trailing slash. */
  readonly origin: string
  readonly credentials: Readonly<Credentials>
  close(): Promise<void>
}
