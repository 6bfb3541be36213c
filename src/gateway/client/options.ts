import { parseAssumptions, type Assumptions } from "../assumptions"
import type { EndpointName } from "../contract/endpoints"
import type { ReportUnreadable } from "../contract/records"
import type { AttemptReport, RateLimiter } from "./call"
import { refusedLocally, type GatewayError } from "./errors"
import type { Fetch } from "./http"
import type { ListReport } from "./pages"

/** How a call ended. What we refuse to send is not one. @property error null for an answer that could be read */
export type CallReport = { endpoint: EndpointName; error: GatewayError | null }

/** Replace `clock` and `sleep` together: sleeping must move the clock. */
export type GatewayClientOptions = {
  /** Ends in `/api/v1` on the live service, with or without a trailing slash. */
  baseUrl: string
  businessId: string
  /** Standard API key. */
  apiKey: string
  /** Payout API key. Calls that need it are refused locally without it. */
  payoutApiKey?: string
  /** @default every assumption's own default */
  assumptions?: Assumptions
  /** Sends the requests, such as through a proxy. @default undici, with a pool of connections per origin */
  fetch?: Fetch
  /** Epoch milliseconds. @default Date.now */
  clock?: () => number
  /** In [0, 1), for jitter. @default Math.random */
  random?: () => number
  /** @default setTimeout */
  sleep?: (ms: number) => Promise<void>
  /** Per attempt, reading the body included. @default 10_000 */
  timeoutMs?: number
  /** Per call, the first included. @default 4 */
  maxAttempts?: number
  /** No attempt begins later than this after the call. @default 30_000 */
  maxElapsedMs?: number
  /** A longer wait that the service requires ends the call at once. @default as long as the call may take */
  longestHoldMs?: number
  /** @default one of its own */
  rateLimiter?: RateLimiter
  /** Receives every attempt, for logs and metrics. Must not throw. @default nothing */
  onAttempt?: (report: AttemptReport) => void
  /** Receives the end of every call, its retries included. Must not throw. @default nothing */
  onCall?: (report: CallReport) => void
  /**
   * Receives every undocumented field that is unreadable and counts as absent. Must not throw.
   *
   * @default nothing
   */
  onUnreadable?: ReportUnreadable
  /** Receives the end of each list walk, before its last page. Must not throw. @default nothing */
  onListEnd?: (report: ListReport) => Promise<void>
}

const LONGEST_TIMER_MS = 2 ** 31 - 1
// The error of fetch would quote a key with a line break in full.
const HEADER_SAFE = /^[\x21-\x7e]+$/

/** @throws GatewayError INVALID_REQUEST naming the option, never its value */
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
    longestHoldMs: options.longestHoldMs ?? Infinity,
    rateLimiter: options.rateLimiter,
    onAttempt: options.onAttempt ?? (() => undefined),
    onCall: options.onCall ?? (() => undefined),
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
