import { parseAssumptions, type Assumptions } from "../assumptions"
import type { ReportUnreadable } from "../contract/assumed-fields"
import type { AttemptReport } from "./attempt-report"
import { refusedLocally } from "./errors"
import type { ListReport } from "./list-walk"
import type { RateGate } from "./rate-gate"
import type { Fetch } from "./transport"

/** What a client needs to know. `clock` and `sleep` are replaced together: sleeping has to move the clock. */
export type GatewayClientOptions = {
  /** Ends in `/api/v1` on the live service; a trailing slash does not matter. */
  baseUrl: string
  businessId: string
  /** Standard API key. */
  apiKey: string
  /** Payout API key. Without it a call that needs it is refused before it is sent. */
  payoutApiKey?: string
  /** @default every assumption's own default */
  assumptions?: Assumptions
  /** @default the global fetch */
  fetch?: Fetch
  /** Epoch milliseconds. @default Date.now */
  clock?: () => number
  /** In [0, 1), for jitter. @default Math.random */
  random?: () => number
  /** @default setTimeout */
  sleep?: (ms: number) => Promise<void>
  /** Of one attempt, reading the body included. @default 10_000 */
  timeoutMs?: number
  /** Attempts of one call, the first included. @default 4 */
  maxAttempts?: number
  /** No attempt begins later than this after the call. @default 30_000 */
  maxElapsedMs?: number
  /** What holds back the calls of this client. @default one of its own */
  rateGate?: RateGate
  /** Told of every attempt, for logs and metrics. Must not throw. @default nothing */
  onAttempt?: (report: AttemptReport) => void
  /** Notified of every undocumented field that cannot be read and counts as absent. Must not throw. @default nothing */
  onUnreadable?: ReportUnreadable
  /** Reports how each walk over a list ended, before the last page is given. Must not throw. @default nothing */
  onListEnd?: (report: ListReport) => Promise<void>
}

const LONGEST_TIMER_MS = 2 ** 31 - 1
// A key with a line break would be named in full by the error of fetch.
const HEADER_SAFE = /^[\x21-\x7e]+$/

/**
 * Checks the options and fills in the defaults.
 *
 * @throws GatewayError INVALID_REQUEST naming the option, never its value
 */
export function resolveClientOptions(options: GatewayClientOptions) {
  return {
    baseUrl: checkedBaseUrl(options.baseUrl),
    businessId: checkedText("businessId", options.businessId, /./),
    apiKey: checkedText("apiKey", options.apiKey, HEADER_SAFE),
    payoutApiKey:
      options.payoutApiKey === undefined
        ? undefined
        : checkedText("payoutApiKey", options.payoutApiKey, HEADER_SAFE),
    assumptions: options.assumptions ?? parseAssumptions(),
    fetch: options.fetch,
    clock: options.clock ?? Date.now,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleepFor,
    timeoutMs: checkedCount("timeoutMs", options.timeoutMs ?? 10_000),
    maxAttempts: checkedCount("maxAttempts", options.maxAttempts ?? 4),
    maxElapsedMs: checkedCount("maxElapsedMs", options.maxElapsedMs ?? 30_000),
    rateGate: options.rateGate,
    onAttempt: options.onAttempt ?? (() => undefined),
    onUnreadable: options.onUnreadable ?? (() => undefined),
    onListEnd: options.onListEnd ?? (() => Promise.resolve()),
  }
}
export type ClientSettings = ReturnType<typeof resolveClientOptions>

function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw refusedLocally("createGatewayClient", "baseUrl has to be an http(s) address without login or query")
  }
  return url.href.replace(/\/+$/, "")
}

function checkedText(option: string, value: string, pattern: RegExp): string {
  if (pattern.test(value)) return value
  throw refusedLocally("createGatewayClient", `${option} is empty or has characters that cannot be sent`)
}

function checkedCount(option: string, value: number): number {
  if (Number.isInteger(value) && value > 0 && value <= LONGEST_TIMER_MS) return value
  throw refusedLocally(
    "createGatewayClient",
    `${option} has to be a whole number from 1 to ${LONGEST_TIMER_MS}`
  )
}

function sleepFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
