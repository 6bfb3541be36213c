import { parseAssumptions } from "../gateway/assumptions"
import { openBilling } from "./billing/billing-cycle"
import { businessSettingsSchema } from "./business"
import { createCatalog } from "./catalog/catalog"
import { createCredentials, type Credentials } from "./credentials"
import type { StoredCustomer } from "./customers/stored-customer"
import type { StoredDeposit } from "./deposits/stored-deposit"
import { createIdentifiers } from "./determinism/identifiers"
import { createFacilitator } from "./facilitator/facilitator-fate"
import { createFaultBox } from "./faults/fault"
import { createRateLimiter } from "./http/authentication"
import { createIdempotencyStore } from "./http/idempotency"
import type { RequestLogEntry } from "./http/request-log"
import { createIntentStore } from "./intents/stored-intent"
import type { StoredInvoice } from "./invoices/stored-invoice"
import { createLedger } from "./ledger/ledger"
import type { SandboxOptions } from "./options"
import type { Payment } from "./payments/payment"
import { createReceivers } from "./payments/receivers"
import type { PayoutRoute } from "./payouts/payout-route"
import { createStore } from "./store"
import { type ClockMode, createAgenda, createClock } from "./time/agenda"
import { DEFAULT_RETRY_DELAYS_MS, type WebhookAddress, type WebhookTarget } from "./webhooks/delivery"
import { createWebhookSender } from "./webhooks/webhook-sender"
import { createWithdrawalStore } from "./withdrawals/stored-withdrawal"

const MANUAL_START = "2026-01-01T00:00:00.000Z"
const INVOICE_TTL_MS = 30 * 60_000
const WEBHOOK_TIMEOUT_MS = 10_000
const WEBHOOK_COOLDOWN_MS = 30_000

/** Everything that a reset discards. */
export type World = ReturnType<typeof createWorld>

/** @throws ZodError naming each invalid assumption */
function createWorld(
  options: SandboxOptions,
  around: { seed: string; credentials: Credentials; webhookTarget: () => WebhookTarget | null }
) {
  const { clock: mode = "manual", startAt, wallClock: wallNow = Date.now } = options
  const startMs = startOf(mode === "manual" ? (startAt ?? MANUAL_START) : startAt, wallNow)
  const assumptions = parseAssumptions(options.assumptions)
  const identifiers = createIdentifiers(around.seed)
  const clock = createClock(mode, startMs, wallNow)
  const agenda = createAgenda(clock)
  const faults = createFaultBox(identifiers)
  const payments: Payment[] = []
  const requests: RequestLogEntry[] = []
  const { intentUsd, invoiceUsd } = assumptions.minimums
  const business = businessSettingsSchema.parse({
    autoInvoiceMinUsd: intentUsd ?? undefined,
    invoiceMinUsd: invoiceUsd,
    ...options.business,
  })
  return {
    seed: around.seed,
    /** Origin of the clock and of every network's blocks, epoch milliseconds. */
    startMs,
    invoiceTtlMs: options.invoiceTtlMs ?? INVOICE_TTL_MS,
    assumptions,
    credentials: around.credentials,
    business,
    catalog: createCatalog(options.blockTimeMs, options.environment),
    ledger: createLedger(clock.now),
    billing: openBilling({ identifiers, clock, agenda, business }),
    withdrawals: createWithdrawalStore(),
    routes: createStore<PayoutRoute>("payout route"),
    identifiers,
    clock,
    /** Real time, epoch milliseconds. */
    wallNow,
    agenda,
    invoices: createStore<StoredInvoice>("invoice"),
    customers: createStore<StoredCustomer>("customer"),
    intents: createIntentStore(),
    /** Those in review only. */
    deposits: createStore<StoredDeposit>("deposit"),
    receivers: createReceivers(around.seed),
    payments,
    idempotency: createIdempotencyStore(assumptions.idempotency, clock),
    faults,
    facilitator: createFacilitator(),
    rateLimiter: createRateLimiter(options.rateLimit),
    requests,
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

/** The current world and what outlives it. */
export type WorldHost = ReturnType<typeof createWorldHost>

const DEFAULT_SEED = "sandbox"

/** @throws ZodError naming each invalid assumption */
export function createWorldHost(options: SandboxOptions) {
  const { seed = DEFAULT_SEED, environment = "sandbox" } = options
  const credentials = createCredentials(seed, environment, options.webhook?.secret)
  const signedTarget = ({ url, secret = credentials.webhookSecret }: WebhookAddress) => ({ url, secret })
  let webhook: WebhookTarget | null = options.webhook ? signedTarget(options.webhook) : null
  const begin = (worldSeed: string) =>
    createWorld(options, { seed: worldSeed, credentials, webhookTarget: () => webhook })
  let world = begin(seed)
  let moves = 0
  let lastMove = Promise.resolve()

  return {
    credentials,
    clockMode: options.clock ?? ("manual" as ClockMode),
    current: (): World => world,
    webhookTarget: () => webhook,
    setWebhook(next: WebhookAddress | null) {
      webhook = next && signedTarget(next)
    },
    async reset(worldSeed = seed) {
      const old = world
      world = begin(worldSeed)
      await old.webhooks.stop()
    },
    /** Moves the clock forward to the instant that `target` computes, running due work. Concurrent moves run one by one. */
    async advanceTo(target: (nowMs: number) => number) {
      const { agenda, clock, webhooks } = world
      moves += 1
      const move = lastMove.then(() => agenda.runUntil(target(clock.now()), () => webhooks.idle()))
      lastMove = move.then(noop, noop).finally(() => (moves -= 1))
      await move
      await webhooks.idle()
    },
    /** Runs due work, unless a move is running. */
    tick() {
      if (moves === 0) world.agenda.runDue()
    },
  }
}

/** A failed move reports to its own caller; the next one starts anyway. */
function noop(): void {}
