import type { Invoice } from "../gateway/contract"
import type { Credentials } from "./credentials"
import type { Fault } from "./faults/fault"
import type { RequestLogEntry } from "./http/request-log"
import type { Payment, PaymentRequest } from "./payments/payment"
import type { ClockMode } from "./time/clock"
import type { DeliveryLogEntry, WebhookAddress } from "./webhooks/delivery"
import type { Redelivery } from "./webhooks/redelivery"

/** What a control call or the page needs to know at a glance. Holds no secret. */
export type SandboxState = {
  now: string
  clock: ClockMode
  seed: string
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
  /** Advances block by block until a payment that is complete is final. */
  settle(invoiceId: string): Promise<void>
  expire(invoiceId: string): Promise<void>
  cancel(invoiceId: string): Promise<void>
  fail(invoiceId: string): Promise<void>
  fault(fault: Fault): void
  clearFaults(): void
  /**
   * Sends a delivery again, with the same id and body.
   *
   * @returns HTTP statuses; 0 where there was no answer
   */
  redeliver(deliveryId: string, options?: Redelivery): Promise<number[]>
  /** Oldest first, with progress. */
  invoices(): Invoice[]
  /** Oldest first, those in review included. */
  payments(): Payment[]
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
