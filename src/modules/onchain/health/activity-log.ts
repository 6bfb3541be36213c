import { type Attributes, type Counter, type Meter, metrics } from "@medusajs/framework/opentelemetry/api"
import type { Logger } from "@medusajs/framework/types"
import { createHash } from "node:crypto"
import { z } from "zod"
import type { Assumptions } from "../../../gateway/assumptions"
import type { AttemptReport, CallReport } from "../../../gateway/client/call"
import { PAYOUT_KEY_CHECK } from "../../../gateway/client/client"
import type { GatewayError } from "../../../gateway/client/errors"
import {
  type EndpointName,
  endpoints,
  plainText,
  type ReportUnreadable,
  settingOfPath,
} from "../../../gateway/contract"
import {
  ORDER_UNDERPAID,
  PAYMENT_CONTRADICTED,
  PAYMENT_SETTLED,
  PAYMENT_UNALLOCATED,
  WEBHOOK_DEAD,
} from "../events"
import type { WebhookOutcome } from "../inbox/inbox"
import type { RateReport } from "../rates/rate-book"
import { reasonOf } from "../work/audit-log"
import type { OutboxReports } from "../work/outbox"
import {
  MISSING,
  type Outcome,
  RATE_SOURCE,
  type SharedStatus,
  UNKNOWN_WORD,
  UNREADABLE,
} from "../work/shared-status"

/** A success is written at most this often, but immediately after a failure. Failures of a rate source are logged this often. */
const PAUSE_MS = 60_000

/** @returns whether a key was used within the last minute; if not, its minute begins */
function createPause(clock: () => number) {
  const quietUntilMs = new Map<string, number>()
  return {
    isQuiet(key: string): boolean {
      if (clock() < (quietUntilMs.get(key) ?? 0)) return true
      quietUntilMs.set(key, clock() + PAUSE_MS)
      return false
    },
    end: (key: string) => quietUntilMs.delete(key),
  }
}

type Signals = Pick<SharedStatus, "note">

/** @returns notes for all processes how a call ended; most succeed, and cost nothing */
function watchOutcomes(signals: Signals, clock: () => number) {
  const answers = createPause(clock)
  return (name: string, failure: string | null) => {
    if (failure === null) {
      if (!answers.isQuiet(name)) signals.note(`answered:${name}`, "")
      return
    }
    answers.end(name)
    signals.note(`failed:${name}`, failure)
  }
}

/** Records the outcome of calls to each rate source, and logs failures. @param clock epoch milliseconds */
export function watchRates(signals: Signals, logger: Pick<Logger, "warn">, clock: () => number): RateReport {
  const [note, lines] = [watchOutcomes(signals, clock), createPause(clock)]
  return (source, error) => {
    const reason = error === null ? null : reasonOf(error)
    note(`${RATE_SOURCE}${source}`, reason)
    if (reason !== null && !lines.isQuiet(source))
      logger.warn(
        `onchain: the rate source "${source}" failed: ${reason}. Rails without another price are hidden`
      )
  }
}

/** Why calls of an endpoint fail. */
const failureSchema = z.object({
  code: z.string(),
  /** Names of fields of the answer that cannot be read. */
  fields: z.array(z.string()),
  /** With its version. */
  setting: z.string(),
  answer: z
    .object({
      message: z.string().nullable(),
      details: z.array(z.string()),
      request_id: z.string().nullable(),
    })
    .nullable()
    .default(null),
})
export type EndpointFailure = Omit<z.infer<typeof failureSchema>, "setting"> & { setting: string | null }

/** How the calls of an endpoint ended, in all processes. */
export type EndpointState = {
  endpoint: EndpointName
  succeededAt: Date | null
  failedAt: Date | null
  /** Since the last success, and since the setting that would help last changed. */
  failuresInRow: number
  /** The last one. */
  failure: EndpointFailure | null
}

const NAMED_FIELDS = 3
const NAMED_DETAILS = 3
const LONGEST_NAME = 80

/** Records how calls of each endpoint end. @param clock epoch milliseconds */
export function watchCalls(
  signals: Signals,
  assumptions: Assumptions,
  clock: () => number
): (report: CallReport) => void {
  const note = watchOutcomes(signals, clock)
  return ({ endpoint, error }) => {
    if (error === null) return note(endpoint, null)
    if (isFoundMissing(endpoint, error)) return
    const { code, status, unreadable, answer: said } = error
    const answer = said && { ...said, details: said.details.slice(0, NAMED_DETAILS) }
    const fields = (unreadable?.fields ?? [])
      .slice(0, NAMED_FIELDS)
      .map((name) => name.slice(0, LONGEST_NAME))
    const named = unreadable ? unreadable.setting : settingOfPath(endpoint, status)
    note(endpoint, JSON.stringify({ code, fields, setting: settingWithVersion(named, assumptions), answer }))
  }
}

/** A service that does not know one invoice has answered the question. On an assumed path it may not know the path. */
function isFoundMissing(endpoint: EndpointName, { status, category }: GatewayError): boolean {
  const { isMutating } = endpoints[endpoint]
  return !isMutating && category === "not_found" && settingOfPath(endpoint, status) === null
}

export function endpointState(
  { name: endpoint, answered, failed }: Outcome<EndpointName>,
  assumptions: Assumptions
): EndpointState {
  const noted = failed ? readFailure(failed.detail ?? "") : null
  const { setting, isCurrent } = readSetting(noted?.setting ?? "", assumptions)
  return {
    endpoint,
    succeededAt: answered?.at ?? null,
    failedAt: failed?.at ?? null,
    failuresInRow: isCurrent ? (failed?.count ?? 0) : 0,
    failure: noted && { ...noted, setting },
  }
}

/** Long words may have been cut off. */
function readFailure(detail: string): z.infer<typeof failureSchema> {
  try {
    return failureSchema.parse(JSON.parse(detail))
  } catch {
    return { code: detail, fields: [], setting: "", answer: null }
  }
}

const VERSION = "#"

/** A setting with a sign of its value: what a finding is about is over once the setting has another value. */
export function settingWithVersion(setting: string | null, assumptions: Assumptions): string {
  return setting === null ? "" : `${setting}${VERSION}${versionOf(setting, assumptions)}`
}

/** @param text of {@link settingWithVersion} */
export function readSetting(
  text: string,
  assumptions: Assumptions
): { setting: string | null; isCurrent: boolean } {
  if (text === "") return { setting: null, isCurrent: true }
  const [setting = "", version] = text.split(VERSION)
  return { setting, isCurrent: version === versionOf(setting, assumptions) }
}

function versionOf(setting: string, assumptions: Assumptions): string {
  const paths = setting.match(/assumptions\.[\w.]+/g) ?? []
  const values = JSON.stringify(paths.map((path) => valueOf(path, assumptions) ?? null))
  return createHash("sha256").update(values).digest("hex").slice(0, 8)
}

/** @param path such as `assumptions.ids.invoice` */
export function valueOf(path: string, assumptions: Assumptions): unknown {
  const [, ...keys] = path.split(".")
  return keys.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    assumptions
  )
}

/** Counts each attempt at the gateway, reads its clock, and logs what failed and what happens next: no key, address or body. */
export function watchAttempts(
  logger: Pick<Logger, "warn">,
  counters: Counters,
  clocks: Pick<ClockWatch, "note">
): (report: AttemptReport) => void {
  return (report) => {
    const { endpoint, attempt, status, code, requestId, retryInMs } = report
    counters.add("gateway_calls", { endpoint })
    clocks.note(report)
    // A payout key that may not read is a valid key, which is all the check wants to know.
    if (code === undefined || (endpoint === PAYOUT_KEY_CHECK && code === "FORBIDDEN")) return
    counters.add("gateway_errors", { endpoint, code })
    // The delivery of another shop's event logs this, once; an unknown invoice of this shop is reported with its payment.
    if (endpoint === "getInvoice" && code === "NOT_FOUND") return
    const facts = [code, status && `HTTP ${status}`, requestId && `request ${requestId}`]
      .filter(Boolean)
      .join(", ")
    const next = retryInMs === null ? "giving up" : `again in ${Math.round(retryInMs)} ms`
    logger.warn(`onchain: gateway ${endpoint}, attempt ${attempt}: ${facts}; ${next}`)
  }
}

/** At most one line a minute: an unavailable database fails every second. */
export function logWatchError(logger: Pick<Logger, "warn">): (error: unknown) => void {
  const lines = createPause(() => performance.now())
  return (error) => {
    if (lines.isQuiet("")) return
    logger.warn(`onchain: live updates of payment pages are delayed: ${reasonOf(error)}`)
  }
}

/** Counts the outcome of each webhook, and shares a refusal with the other processes. */
export function watchWebhooks(counters: Counters, signals: Signals): (outcome: WebhookOutcome) => void {
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
export function watchFields(signals: Signals, assumptions: Assumptions): ReportUnreadable {
  const words = new Set<string>()
  return ({ resource, field, setting: named, word, isMissing }) => {
    const setting = settingWithVersion(named, assumptions)
    if (isMissing) return signals.note(`${MISSING}${resource}.${field}`, setting)
    if (word === undefined) return signals.note(`${UNREADABLE}${resource}.${field}`, setting)
    const shown = plainText(word, LONGEST_WORD).replace(/[^\w .:/-]/g, "?")
    if (words.size < MOST_WORDS) words.add(shown)
    const subject = `${resource} ${field === "type" || field === "name" ? field : "status"}`
    signals.note(`${UNKNOWN_WORD}${subject}:${words.has(shown) ? shown : "(any other)"}`, setting)
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
export function watchEvents(logger: Logger, counters: Counters): OutboxReports {
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
type CounterName = keyof typeof COUNTERS

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
    const counts = Object.keys(COUNTERS).map((name) => [name, this.counts.get(name as CounterName) ?? 0])
    return Object.fromEntries(counts) as Record<CounterName, number>
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
