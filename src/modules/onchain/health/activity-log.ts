import type { Attributes, Counter, Meter } from "@medusajs/framework/opentelemetry/api"
import { metrics } from "@medusajs/framework/opentelemetry/api"
import type { Logger } from "@medusajs/framework/types"
import type { AttemptReport } from "../../../gateway/client/call"
import { PAYOUT_KEY_CHECK } from "../../../gateway/client/client"
import { plainText, type ReportUnreadable } from "../../../gateway/contract"
import {
  ORDER_UNDERPAID,
  PAYMENT_CONTRADICTED,
  PAYMENT_SETTLED,
  PAYMENT_UNALLOCATED,
  WEBHOOK_DEAD,
} from "../events"
import type { WebhookOutcome } from "../inbox/webhook-intake"
import type { AddressRefusal } from "../payment/address-book"
import { reasonOf } from "../work/audit-log"
import type { PublisherReports } from "../work/outbox"
import { MISSING, type SharedStatus, UNKNOWN_WORD, UNREADABLE } from "../work/shared-status"

/** Logs each attempt at the gateway that failed, and what happens next. Holds no key, address or body. */
export function logAttempt(logger: Pick<Logger, "warn">): (report: AttemptReport) => void {
  return ({ endpoint, attempt, status, code, requestId, retryInMs }) => {
    if (code === undefined || isExpected(endpoint, code)) return
    const facts = [code, status && `HTTP ${status}`, requestId && `request ${requestId}`]
      .filter(Boolean)
      .join(", ")
    const next = retryInMs === null ? "giving up" : `again in ${Math.round(retryInMs)} ms`
    logger.warn(`onchain: gateway ${endpoint}, attempt ${attempt}: ${facts}; ${next}`)
  }
}

/** A payout key that may not read is a valid key, which is all the check wants to know. */
function isExpected(endpoint: string, code: string): boolean {
  return endpoint === PAYOUT_KEY_CHECK && code === "FORBIDDEN"
}

export function logSignalError(logger: Logger): (error: unknown) => void {
  return (error) => logger.warn(`onchain: the shared status could not be written: ${reasonOf(error)}`)
}

export function logListError(logger: Logger): (error: unknown) => void {
  return (error) =>
    logger.warn(`onchain: the result of reading a list could not be stored: ${reasonOf(error)}`)
}

const WATCH_LINE_EVERY_MS = 60_000

/** At most one line a minute: an unavailable database fails every second. */
export function logWatchError(logger: Pick<Logger, "warn">): (error: unknown) => void {
  let loggedAtMs = -Infinity
  return (error) => {
    if (performance.now() - loggedAtMs < WATCH_LINE_EVERY_MS) return
    loggedAtMs = performance.now()
    logger.warn(`onchain: live updates of payment pages are delayed: ${reasonOf(error)}`)
  }
}

/** Logs a customer whom the gateway does not create. The reason says what to do. */
export function logCustomerProblem(
  logger: Logger
): (problem: { customerId: string; reason: string }) => void {
  return ({ customerId, reason }) =>
    logger.error(`onchain: customer ${customerId} could not be created at the provider: ${reason}`)
}

/** Logs, without the address, that one belongs to another rail and is not shown. */
export function logAddressRefusal(logger: Logger): (customerId: string, refusal: AddressRefusal) => void {
  return (customerId, { chain, networkId, reason }) =>
    logger.error(
      `onchain: no address of customer ${customerId} is shown on ${chain}:${networkId}: ${reason}. ` +
        `Report it to the provider; no other address replaces it`
    )
}

/** Counts the outcome of each webhook, and shares a refusal with the other processes. */
export function watchWebhooks(
  counters: Counters,
  signals: Pick<SharedStatus, "note">
): (outcome: WebhookOutcome) => void {
  return (outcome) => {
    if (outcome.kind !== "rejected") return counters.add(`webhooks_${outcome.kind}`)
    counters.add("webhooks_rejected", { reason: outcome.reason })
    signals.note("webhook_rejected", outcome.reason)
  }
}

/** A service that puts something new into every status must not fill the table. */
const MOST_WORDS = 50
const LONGEST_WORD = 40

/** Records undocumented fields and status words that are missing or cannot be read, for the health page of every process. */
export function watchFields(signals: Pick<SharedStatus, "note">): ReportUnreadable {
  const words = new Set<string>()
  return ({ resource, field, setting, word, isMissing }) => {
    if (isMissing) return signals.note(`${MISSING}${resource}.${field}`, setting ?? "")
    if (word === undefined) return signals.note(`${UNREADABLE}${resource}.${field}`, setting ?? "")
    const shown = plainText(word, LONGEST_WORD).replace(/[^\w .:/-]/g, "?")
    if (words.size < MOST_WORDS) words.add(shown)
    const subject = `${resource} ${field === "type" || field === "name" ? field : "status"}`
    signals.note(`${UNKNOWN_WORD}${subject}:${words.has(shown) ? shown : "(any other)"}`, setting ?? "")
  }
}

/** Counts calls of the gateway and reads its clock, then logs them. */
export function watchAttempts(
  log: (report: AttemptReport) => void,
  counters: Counters,
  clocks: Pick<ClockWatch, "note">
): (report: AttemptReport) => void {
  return (report) => {
    const { endpoint, code } = report
    counters.add("gateway_calls", { endpoint })
    if (code !== undefined && !isExpected(endpoint, code)) counters.add("gateway_errors", { endpoint, code })
    clocks.note(report)
    log(report)
  }
}

const COUNTED: Partial<Record<string, CounterName>> = {
  [PAYMENT_SETTLED]: "payments_captured",
  [PAYMENT_UNALLOCATED]: "payments_unallocated",
  [PAYMENT_CONTRADICTED]: "payments_contradicted",
  [WEBHOOK_DEAD]: "deliveries_dead",
}
const LEVELS: Partial<Record<string, "warn" | "error">> = {
  [PAYMENT_UNALLOCATED]: "warn",
  [ORDER_UNDERPAID]: "warn",
  [PAYMENT_CONTRADICTED]: "error",
  [WEBHOOK_DEAD]: "error",
}

/** Counts and logs what was published, those that wait for a person louder, and logs what could not be. */
export function watchEvents(logger: Logger, counters: Counters): PublisherReports {
  return {
    onPublished: ({ name, subject, data }) => {
      const counter = COUNTED[name]
      if (counter) counters.add(counter)
      const detail = data.reason ?? data.status ?? data.state
      logger[LEVELS[name] ?? "info"](
        `${name}: ${subject}${detail === undefined ? "" : `, ${String(detail)}`}`
      )
    },
    onError: (what, error) => logger.warn(`onchain: ${what}: ${reasonOf(error)}`),
  }
}

/** Counters with their descriptions for a collector. Append-only: dashboards use the names. */
export const COUNTERS = {
  webhooks_accepted: "Webhooks verified and stored",
  webhooks_repeated: "Webhooks that were stored before",
  webhooks_rejected: "Webhooks refused, by reason",
  deliveries_processed: "Deliveries processed",
  deliveries_ignored: "Deliveries that needed nothing",
  deliveries_failed: "Failed attempts at a delivery",
  deliveries_dead: "Deliveries that failed for good",
  payments_captured: "Payments captured",
  payments_unallocated: "Settled payments without an order",
  payments_contradicted: "Payments that the provider no longer calls paid",
  reconciliation_checks: "Payments polled without a webhook",
  gateway_calls: "Calls of the provider, by endpoint",
  gateway_errors: "Failed calls of the provider, by endpoint and code",
  withdrawals_sent: "Withdrawals that the provider accepted",
  withdrawals_completed: "Withdrawals that arrived",
  withdrawals_failed: "Withdrawals that failed, or that the provider refused",
  refunds_paid: "Refunds paid out",
} as const satisfies Record<string, string>
export type CounterName = keyof typeof COUNTERS

const NAMES = Object.keys(COUNTERS).filter((name): name is CounterName => name in COUNTERS)

/**
 * Counts what happens in this process, for the health page and for the store's collector.
 *
 * Medusa brings OpenTelemetry's API, which does nothing until a store sets up a meter provider in its instrumentation.ts.
 * The instruments are called `onchain.<name>`.
 */
export class Counters {
  private readonly counts = new Map<CounterName, number>()
  private readonly instruments = new Map<CounterName, Counter>()

  constructor(private readonly meter: () => Meter = () => metrics.getMeter("medusa-payment-onchain")) {}

  /** @param attributes few values each, such as a reason or an endpoint; never an identifier */
  add(name: CounterName, attributes: Attributes = {}, count = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count)
    this.instrument(name).add(count, attributes)
  }

  /** Every counter since this process started. */
  totals(): Record<CounterName, number> {
    const zero = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<CounterName, number>
    return { ...zero, ...Object.fromEntries(this.counts) }
  }

  /** Created on first use, so that a meter provider registered after the plugin loaded works, too. */
  private instrument(name: CounterName): Counter {
    const known = this.instruments.get(name)
    if (known) return known
    const made = this.meter().createCounter(`onchain.${name}`, { description: COUNTERS[name] })
    this.instruments.set(name, made)
    return made
  }
}

/** A server cuts its time to whole seconds, so it is half a second behind on average. */
const HALF_A_SECOND_MS = 500

/** How far the gateway's clock is ahead of ours, by its last answer. */
export class ClockWatch {
  private lastSkewMs: number | null = null

  /** @param clock ours, epoch milliseconds */
  constructor(private readonly clock: () => number) {}

  note({ serverTimeMs, durationMs }: Pick<AttemptReport, "serverTimeMs" | "durationMs">): void {
    if (serverTimeMs === undefined) return
    this.lastSkewMs = Math.round(serverTimeMs + HALF_A_SECOND_MS - (this.clock() - durationMs / 2))
  }

  /** Milliseconds, negative when the gateway is behind; null before its first answer. Exact to about a second. */
  get skewMs(): number | null {
    return this.lastSkewMs
  }
}
