import { parseAssumptions, type Assumptions } from "../gateway/assumptions"
import type { BillingAccount } from "./billing/billing-account"
import { openBilling } from "./billing/billing-cycle"
import { businessSettingsSchema, type BusinessSettings } from "./business"
import { createCatalog, type Catalog } from "./catalog/catalog"
import { createCustomerStore, type CustomerStore } from "./customers/stored-customer"
import type { StoredDeposit } from "./deposits/stored-deposit"
import { createIntentStore, type IntentStore } from "./intents/stored-intent"
import type { Credentials } from "./credentials"
import { createIdentifiers, type Identifiers } from "./determinism/identifiers"
import { createFaultBox, type FaultBox } from "./faults/fault-box"
import { createIdempotencyStore, type IdempotencyStore } from "./http/idempotency"
import { createRateLimiter, type RateLimiter } from "./http/rate-limiter"
import type { RequestLogEntry } from "./http/request-log"
import type { StoredInvoice } from "./invoices/stored-invoice"
import { createLedger, type Ledger } from "./ledger/ledger"
import type { SandboxOptions } from "./options"
import type { Payment } from "./payments/payment"
import { createReceivers, type Receivers } from "./payments/receivers"
import type { PayoutRoute } from "./payouts/payout-route"
import { createStore, type Store } from "./store"
import { createAgenda, type Agenda } from "./time/agenda"
import { createClock, type Clock } from "./time/clock"
import type { WebhookTarget } from "./webhooks/delivery"
import { DEFAULT_RETRY_DELAYS_MS } from "./webhooks/delivery-transmission"
import { createWithdrawalStore, type WithdrawalStore } from "./withdrawals/stored-withdrawal"
import { createWebhookSender, type WebhookSender } from "./webhooks/webhook-sender"

const MANUAL_START = "2026-01-01T00:00:00.000Z"
const INVOICE_TTL_MS = 30 * 60_000
const WEBHOOK_TIMEOUT_MS = 10_000
const WEBHOOK_COOLDOWN_MS = 30_000

/** Everything that a reset discards. */
export type World = {
  readonly seed: string
  /** Origin of the clock and of every network's blocks, epoch milliseconds. */
  readonly startMs: number
  readonly invoiceTtlMs: number
  readonly assumptions: Assumptions
  readonly credentials: Credentials
  readonly business: BusinessSettings
  readonly catalog: Catalog
  readonly ledger: Ledger
  readonly billing: BillingAccount
  readonly withdrawals: WithdrawalStore
  readonly routes: Store<PayoutRoute>
  readonly identifiers: Identifiers
  readonly clock: Clock
  /** Real time, epoch milliseconds. */
  readonly wallNow: () => number
  readonly agenda: Agenda
  readonly invoices: Store<StoredInvoice>
  readonly customers: CustomerStore
  readonly intents: IntentStore
  /** Those in review only. */
  readonly deposits: Store<StoredDeposit>
  readonly receivers: Receivers
  readonly payments: Payment[]
  readonly idempotency: IdempotencyStore
  readonly faults: FaultBox
  readonly rateLimiter: RateLimiter
  readonly requests: RequestLogEntry[]
  readonly webhooks: WebhookSender
}

/** What outlives a reset. */
export type Surroundings = {
  seed: string
  credentials: Credentials
  webhookTarget: () => WebhookTarget | null
}

/** @throws ZodError naming each invalid assumption */
export function createWorld(options: SandboxOptions, around: Surroundings): World {
  const { clock: mode = "manual", startAt, wallClock: wallNow = Date.now } = options
  const startMs = startOf(mode === "manual" ? (startAt ?? MANUAL_START) : startAt, wallNow)
  const assumptions = parseAssumptions(options.assumptions)
  const identifiers = createIdentifiers(around.seed)
  const clock = createClock(mode, startMs, wallNow)
  const agenda = createAgenda(clock)
  const faults = createFaultBox(identifiers)
  const { intentUsd, invoiceUsd } = assumptions.minimums
  const business = businessSettingsSchema.parse({
    autoInvoiceMinUsd: intentUsd ?? undefined,
    invoiceMinUsd: invoiceUsd,
    ...options.business,
  })
  return {
    seed: around.seed,
    startMs,
    invoiceTtlMs: options.invoiceTtlMs ?? INVOICE_TTL_MS,
    assumptions,
    credentials: around.credentials,
    business,
    catalog: createCatalog(options.blockTimeMs, options.environment),
    ledger: createLedger(clock.now),
    billing: openBilling({ identifiers, clock, agenda, business }),
    withdrawals: createWithdrawalStore(),
    routes: createStore("payout route"),
    identifiers,
    clock,
    wallNow,
    agenda,
    invoices: createStore("invoice"),
    customers: createCustomerStore(),
    intents: createIntentStore(),
    deposits: createStore("deposit"),
    receivers: createReceivers(around.seed),
    payments: [],
    idempotency: createIdempotencyStore(assumptions.idempotency, clock),
    faults,
    rateLimiter: createRateLimiter(options.rateLimit),
    requests: [],
    webhooks: createWebhookSender({
      ...{ assumptions, identifiers, clock, agenda, faults },
      retryDelaysMs: options.webhookRetryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS,
      timeoutMs: options.webhookTimeoutMs ?? WEBHOOK_TIMEOUT_MS,
      cooldownMs: options.webhookCooldownMs ?? WEBHOOK_COOLDOWN_MS,
      target: around.webhookTarget,
    }),
  }
}

function startOf(startAt: string | undefined, wallNow: () => number): number {
  const startMs = startAt === undefined ? wallNow() : Date.parse(startAt)
  if (Number.isNaN(startMs)) throw new TypeError(`startAt: "${startAt}" is not an ISO 8601 instant`)
  return startMs
}
