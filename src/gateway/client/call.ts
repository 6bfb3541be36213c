import { parseAssumptions, type Assumptions } from "../assumptions"
import type { EndpointName } from "../contract/endpoints"
import type { ReportUnreadable } from "../contract/readers"
import { codeToOurs, errorBodySchema } from "../contract/wire"
import { GatewayError, isShowableCode, refusedLocally, type Failure, wordsOf } from "./errors"
import { exchange, type Answer, type Call, type Fetch } from "./http"
import type { ListReport } from "./walk"

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

/** One attempt, as observers see it. Holds no key, address, query or body. */
export type AttemptReport = {
  endpoint: string
  /** From 1. */
  attempt: number
  durationMs: number
  status?: number
  /** Absent for a success. */
  code?: string
  requestId?: string
  /** The service's clock, epoch milliseconds in whole seconds; absent when it sent none. */
  serverTimeMs?: number
  /** Milliseconds until the next attempt; null after the last. */
  retryInMs: number | null
}

const LONGEST_TIMER_MS = 2 ** 31 - 1
// The error of fetch would quote a key with a line break in full.
const HEADER_SAFE = /^[\x21-\x7e]+$/

/** @throws GatewayError INVALID_REQUEST naming the option, never its value */
export function resolveClientOptions(options: GatewayClientOptions) {
  return {
    ...options,
    baseUrl: checkedBaseUrl(options.baseUrl),
    businessId: checkedText("businessId", options.businessId, /./),
    apiKey: checkedText("apiKey", options.apiKey, HEADER_SAFE),
    payoutApiKey:
      options.payoutApiKey === undefined
        ? undefined
        : checkedText("payoutApiKey", options.payoutApiKey, HEADER_SAFE),
    assumptions: options.assumptions ?? parseAssumptions(),
    clock: options.clock ?? Date.now,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleepFor,
    timeoutMs: checkedCount("timeoutMs", options.timeoutMs ?? 10_000),
    maxAttempts: checkedCount("maxAttempts", options.maxAttempts ?? 4),
    maxElapsedMs: checkedCount("maxElapsedMs", options.maxElapsedMs ?? 30_000),
    longestHoldMs: options.longestHoldMs ?? Infinity,
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

/** A 2xx answer with JSON. */
export type Reply = { status: number; requestId?: string; value: unknown }

const HELD_BACK: Failure = {
  code: "RATE_LIMIT_EXCEEDED",
  explanation: "not sent, because the provider asked this client to wait longer than this call may",
  outcome: "not_applied",
  isRetryable: true,
}

/** Creates the function that sends a call until it succeeds, is refused, or may not be retried. It throws GatewayError. */
export function createCaller(settings: ClientSettings, send = exchange): (call: Call) => Promise<Reply> {
  const { assumptions, clock, sleep } = settings
  const { retryHeaders } = assumptions.rateLimit
  const limiter = settings.rateLimiter ?? createRateLimiter(clock)

  return async (call) => {
    const { endpoint } = call
    const startedAtMs = clock()
    // One attempt that may have acted makes the whole call uncertain, whatever later attempts answer.
    let mayHaveBeenApplied = false
    let isAccepted = false
    const errorOf = (failure: Failure) =>
      new GatewayError(
        endpoint,
        mayHaveBeenApplied ? { ...failure, outcome: "unknown", isAccepted } : failure
      )

    for (let attempt = 1; ; attempt++) {
      for (let waitMs = limiter.waitMs(); waitMs > 0; waitMs = limiter.waitMs()) {
        const isLate = clock() - startedAtMs + waitMs > settings.maxElapsedMs
        if (isLate || limiter.heldMs() > settings.longestHoldMs) throw errorOf(HELD_BACK)
        await sleep(waitMs)
      }
      limiter.spend()
      const sentAtMs = clock()
      const answer = await send(call, settings)
      const endedAtMs = clock()
      const result = interpretAnswer(answer, call, assumptions)
      const { status } = result
      const failure = "code" in result ? result : null
      const retryAfterMs =
        failure && answer.kind === "answered" ? readRetryAfter(answer.headers, retryHeaders, endedAtMs) : null
      if (status === 429 && retryAfterMs !== null) limiter.hold(retryAfterMs)
      mayHaveBeenApplied ||= failure?.outcome === "unknown"
      if (failure?.isAccepted) {
        isAccepted = true
        await call.onAccepted?.()
      }
      const elapsedMs = endedAtMs - startedAtMs
      const retryInMs =
        failure && delayBeforeRetry({ ...settings, ...failure, attempt, elapsedMs, retryAfterMs })
      settings.onAttempt?.({
        ...{ endpoint, attempt, durationMs: endedAtMs - sentAtMs, status, requestId: result.requestId },
        ...{ serverTimeMs: serverTime(answer), ...(failure && { code: failure.code }), retryInMs },
      })
      if (!("code" in result)) return result
      if (retryInMs === null) throw errorOf(result)
      await sleep(retryInMs)
    }
  }
}

function serverTime(answer: Answer): number | undefined {
  if (answer.kind !== "answered") return undefined
  const sent = Date.parse(answer.headers.get("date") ?? "")
  return Number.isNaN(sent) ? undefined : sent
}

/** A failed attempt. It has no status when no response was read. `isAccepted`: a 2xx that could not be read. */
type FailedAttempt = {
  status?: number
  code?: string
  isMutating: boolean
  hasKey: boolean
  isAccepted?: boolean
}

/**
 * Whether a failure may pass.
 *
 * A lost connection may mean that the service already acted, so a mutating call is retried only with an
 * idempotency key. An unreadable 2xx is such a lost answer. Of the refusals only
 * `IDEMPOTENCY_REQUEST_IN_PROGRESS` qualifies: our own timed-out attempt can cause it.
 *
 * @see service-interface "Retry rules"
 */
export function isRetryable({ status, code, isMutating, hasKey, isAccepted }: FailedAttempt): boolean {
  if (isMutating && !hasKey) return false
  if (isAccepted) return true
  if (status === undefined || status === 408 || status === 429) return true
  return (status >= 500 && status <= 599) || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS"
}

export const MAX_BACKOFF_MS = 8_000
const BASE_BACKOFF_MS = 250
/** An earlier request with our key is still running: an immediate retry only adds load. */
const BASE_IN_PROGRESS_MS = 1_000

type RetryQuestion = Pick<Failure, "isRetryable"> & {
  code?: string
  /** From 1. */
  attempt: number
  maxAttempts: number
  elapsedMs: number
  maxElapsedMs: number
  /** A longer wait that the service requires ends the call. */
  longestHoldMs: number
  retryAfterMs: number | null
  /** In [0, 1). */
  random: () => number
}

/**
 * Decides whether and when to retry.
 *
 * Exponential backoff with full jitter, so that clients that failed together do not return together. A wait
 * the service named is kept to the millisecond.
 *
 * @returns milliseconds until the next attempt, or null to stop
 * @see service-interface "Retry rules"
 */
export function delayBeforeRetry(question: RetryQuestion): number | null {
  const { code, attempt, maxAttempts, elapsedMs, maxElapsedMs, longestHoldMs, retryAfterMs, random } =
    question
  if (!question.isRetryable || attempt >= maxAttempts) return null
  if (retryAfterMs !== null && retryAfterMs > longestHoldMs) return null
  const baseMs = code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" ? BASE_IN_PROGRESS_MS : BASE_BACKOFF_MS
  const ceilingMs = Math.min(MAX_BACKOFF_MS, baseMs * 2 ** (attempt - 1))
  const delayMs = retryAfterMs ?? Math.floor(random() * ceilingMs)
  return elapsedMs + delayMs > maxElapsedMs ? null : delayMs
}

const SECONDS = /^\d+(?:\.\d+)?$/
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [\w :-]+$/

/**
 * Reads the wait the service requires.
 *
 * @param headerNames the first readable one wins
 * @param nowMs our clock, epoch milliseconds
 * @returns milliseconds, 0 for a past instant, null without a readable header
 * @see RFC 9110, 10.2.3
 * @example readRetryAfter(new Headers({ "retry-after": "2" }), ["retry-after"], Date.now()) // 2000
 */
export function readRetryAfter(
  headers: { get(name: string): string | null },
  headerNames: readonly string[],
  nowMs: number
): number | null {
  for (const name of headerNames) {
    const waitMs = parseRetryAfter(headers.get(name)?.trim() ?? "", nowMs)
    if (waitMs !== null) return waitMs
  }
  return null
}

function parseRetryAfter(text: string, nowMs: number): number | null {
  if (SECONDS.test(text)) return Math.ceil(Number(text) * 1000)
  if (!HTTP_DATE.test(text)) return null
  // The obsolete asctime form means GMT without saying so; Date would read local time.
  const instantMs = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`)
  return Number.isNaN(instantMs) ? null : Math.max(0, instantMs - nowMs)
}

/** Longest wait that the service can require of all calls: one absurd header must not stop payments for days. */
const MAX_HOLD_MS = 10 * 60_000
/** Share of a minute's calls that may follow a pause at once. */
const BURST_SHARE = 1 / 6
const MINUTE_MS = 60_000

/** Limits calls of one process: to a rate of its own, and to the waits the service requires. */
export type RateLimiter = {
  /** Blocks every call for a time; the later of two instants wins. */
  hold(waitMs: number): void
  /** Milliseconds until the next call may be sent; 0 when it may be sent now. */
  waitMs(): number
  /** The part of it that the service requires. */
  heldMs(): number
  /** Counts a call that is being sent. */
  spend(): void
  /** Counts a call, and waits until it may be sent. */
  take(): Promise<void>
  /** How many calls could be sent within a time. */
  affordable(withinMs: number): number
}

const sleepFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Creates the limiter that all calls of a client share: calls that ignored each other's 429 would prolong it.
 *
 * No minute has more calls than the given number, those that follow a pause at once included.
 *
 * @param clock epoch milliseconds
 * @param limits.perMinute calls. @default no limit
 * @param limits.behind another limiter that must allow the call too. Our own holds do not block it, and its
 * holds block us: calls that any visitor can cause leave part of the limit to the rest
 */
export function createRateLimiter(
  clock: () => number,
  limits: { perMinute?: number; behind?: RateLimiter; sleep?: (ms: number) => Promise<void> } = {}
): RateLimiter {
  const { perMinute = Infinity, behind, sleep = sleepFor } = limits
  const intervalMs = MINUTE_MS / (perMinute * (1 - BURST_SHARE))
  const burstMs = intervalMs && Math.max(1, Math.floor(perMinute * BURST_SHARE)) * intervalMs
  let opensAtMs = 0
  /** When the rate has caught up with the calls sent so far. */
  let paidAtMs = 0

  const limiter: RateLimiter = {
    heldMs: () => Math.max(0, opensAtMs - clock(), behind?.heldMs() ?? 0),
    hold: (waitMs) => {
      opensAtMs = Math.max(opensAtMs, clock() + Math.min(waitMs, MAX_HOLD_MS))
    },
    waitMs: () => {
      const overMs = intervalMs && paidAtMs + intervalMs - burstMs - clock()
      return Math.max(limiter.heldMs(), overMs, behind?.waitMs() ?? 0)
    },
    spend: () => {
      paidAtMs = Math.max(paidAtMs, clock()) + intervalMs
      behind?.spend()
    },
    take: async () => {
      const waitMs = limiter.waitMs()
      limiter.spend()
      if (waitMs > 0) await sleep(waitMs)
    },
    affordable: (withinMs) => {
      const freeMs = withinMs + burstMs - Math.max(0, paidAtMs - clock())
      return intervalMs === 0 ? Infinity : Math.max(0, Math.floor(freeMs / intervalMs))
    },
  }
  return limiter
}

/** Each means that an earlier request with this key or content got through, so the outcome is unknown. */
const CODES_OF_AN_EARLIER_REQUEST: readonly string[] = [
  "IDEMPOTENCY_REQUEST_IN_PROGRESS",
  "IDEMPOTENCY_KEY_MISMATCH",
  "DUPLICATE_REQUEST",
]
/** The service stopped waiting for the request, or would not take it yet: the document leaves its effect open. */
const STATUSES_OF_NO_DECISION: readonly number[] = [408, 425]
const SHOWABLE_ID = /^[\w.:-]{1,100}$/

/** Turns an answer into a usable reply, or a failure with code, outcome and retryability. @see service-interface "Errors" */
function interpretAnswer(answer: Answer, call: Call, assumptions: Assumptions): Reply | Failure {
  const { isMutating } = call
  const facts = { isMutating, hasKey: "idempotency-key" in call.headers }
  const outcome = isMutating ? "unknown" : "not_applied"
  const isSuccess = answer.status !== undefined && answer.status >= 200 && answer.status < 300
  if (answer.kind === "lost") {
    const { code, reason } = answer
    const lost = `the connection failed${reason ? `, ${reason}` : ""}`
    const explanation = code === "TIMEOUT" ? "no complete answer in time" : lost
    // An attempt without an answer has no status, even if its headers arrived.
    return {
      code,
      explanation,
      outcome,
      isRetryable: isRetryable(facts),
      isAccepted: isMutating && isSuccess,
    }
  }
  const { status, headers, body } = answer
  if (status >= 400) return refusal(answer, call, facts, assumptions)
  const requestId = showableId(headers.get("x-request-id"), call)
  if (isSuccess && body.isJson) return { status, requestId, value: body.value }
  const isAccepted = isSuccess && isMutating
  return {
    code: "UNEXPECTED_RESPONSE",
    explanation:
      isSuccess && !body.isJson
        ? `the body is ${body.problem}`
        : "no redirect is followed, check the base URL",
    outcome,
    isRetryable: isAccepted && isRetryable({ ...facts, isAccepted }),
    ...{ isAccepted, status, requestId },
  }
}

function refusal(
  { status, headers, body }: Extract<Answer, { kind: "answered" }>,
  call: Call,
  facts: FailedAttempt,
  assumptions: Assumptions
): Failure {
  const parsed = errorBodySchema.safeParse(body.isJson ? body.value : undefined)
  const own = parsed.success ? parsed.data.error : undefined
  const error = own && isShowableCode(own.code) && !echoes(own.code, call) ? own : undefined
  const code = error ? codeToOurs(error.code, assumptions) : "UNEXPECTED_RESPONSE"
  const mayHaveActed =
    STATUSES_OF_NO_DECISION.includes(status) || status >= 500 || CODES_OF_AN_EARLIER_REQUEST.includes(code)
  return {
    code,
    serviceCode: error && error.code !== code ? error.code : undefined,
    explanation: error ? "refused by the provider" : "refused without a documented error body",
    outcome: call.isMutating && mayHaveActed ? "unknown" : "not_applied",
    isRetryable: isRetryable({ ...facts, status, code }),
    status,
    requestId: showableId(error?.requestId, call) ?? showableId(headers.get("x-request-id"), call),
    ...(error && wordsOf(error, call.apiKey)),
  }
}

function showableId(id: string | null | undefined, call: Call): string | undefined {
  return id && SHOWABLE_ID.test(id) && !echoes(id, call) ? id : undefined
}

/** A service that echoes the key must not get it into a log. */
function echoes(text: string, { apiKey }: Call): boolean {
  return text.includes(apiKey)
}
