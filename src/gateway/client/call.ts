import type { Assumptions } from "../assumptions"
import { codeToOurs, errorBodySchema } from "../contract/wire"
import { GatewayError, isShowableCode, type Failure } from "./errors"
import type { Answer, Call, Transport } from "./http"

export type CallSettings = {
  transport: Transport
  assumptions: Assumptions
  retryHeaders: readonly string[]
  clock: () => number
  random: () => number
  sleep: (ms: number) => Promise<void>
  maxAttempts: number
  maxElapsedMs: number
  longestHoldMs: number
  /** May be shared with other clients. @default its own */
  rateLimiter?: RateLimiter
  onAttempt: (report: AttemptReport) => void
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

/** A 2xx answer with JSON. */
export type Reply = { status: number; requestId?: string; value: unknown }

const HELD_BACK: Failure = {
  code: "RATE_LIMIT_EXCEEDED",
  explanation: "not sent, because the provider asked this client to wait longer than this call may",
  outcome: "not_applied",
  isRetryable: true,
}

/**
 * Creates the function that sends a call until it succeeds, is refused, or may not be retried.
 *
 * @returns a function that throws GatewayError
 */
export function createCaller(settings: CallSettings): (call: Call) => Promise<Reply> {
  const { clock, sleep, assumptions } = settings
  const limiter = settings.rateLimiter ?? createRateLimiter(clock)

  return async (call) => {
    const { endpoint, isMutating, request } = call
    const hasKey = request.idempotencyKey !== undefined
    const facts = { isMutating, hasKey, apiKey: request.apiKey, assumptions }
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
      const answer = await settings.transport(request)
      const endedAtMs = clock()
      const result = interpretAnswer(answer, facts)
      const { status, requestId } = result
      const durationMs = endedAtMs - sentAtMs
      const serverTimeMs = serverTime(answer)
      const report = { endpoint, attempt, durationMs, status, requestId, serverTimeMs }
      if (!("code" in result)) {
        settings.onAttempt({ ...report, retryInMs: null })
        return result
      }
      const { code } = result
      const retryAfterMs =
        answer.kind === "answered" ? readRetryAfter(answer.headers, settings.retryHeaders, endedAtMs) : null
      if (status === 429 && retryAfterMs !== null) limiter.hold(retryAfterMs)
      mayHaveBeenApplied ||= result.outcome === "unknown"
      if (result.isAccepted) {
        isAccepted = true
        await call.onAccepted?.()
      }
      const elapsedMs = endedAtMs - startedAtMs
      const failed = { isMutating, hasKey, status, code, isAccepted: result.isAccepted }
      const retryInMs = delayBeforeRetry({ ...settings, ...failed, attempt, elapsedMs, retryAfterMs })
      settings.onAttempt({ ...report, code, retryInMs })
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

export const MAX_BACKOFF_MS = 8_000

const BASE_BACKOFF_MS = 250
/** An earlier request with our key is still running: an immediate retry only adds load. */
const BASE_IN_PROGRESS_MS = 1_000

/** A failed attempt. It has no status when no response was read. */
type FailedAttempt = {
  status?: number
  code?: string
  isMutating: boolean
  hasKey: boolean
  /** A 2xx that could not be read. */
  isAccepted?: boolean
}

type RetryQuestion = FailedAttempt & {
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
  const { attempt, maxAttempts, elapsedMs, maxElapsedMs, longestHoldMs, retryAfterMs, random } = question
  if (!isRetryable(question) || attempt >= maxAttempts) return null
  if (retryAfterMs !== null && retryAfterMs > longestHoldMs) return null
  const delayMs = retryAfterMs ?? Math.floor(random() * ceilingMs(attempt, question.code))
  return elapsedMs + delayMs > maxElapsedMs ? null : delayMs
}

function ceilingMs(attempt: number, code: string | undefined): number {
  const baseMs = code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" ? BASE_IN_PROGRESS_MS : BASE_BACKOFF_MS
  return Math.min(MAX_BACKOFF_MS, baseMs * 2 ** (attempt - 1))
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

/** Limits the calls of one client: to its own rate, and to the waits the service requires. */
export type RateLimiter = {
  /** Blocks every call for a time; the later of two instants wins. */
  hold(waitMs: number): void
  /** Milliseconds until the next call may be sent; 0 when it may be sent now. */
  waitMs(): number
  /** The part of it that the service requires. */
  heldMs(): number
  /** Counts a call that is being sent. */
  spend(): void
}

/**
 * Creates the limiter that all calls of a client share: calls that ignored each other's 429 would prolong it.
 *
 * @param clock epoch milliseconds
 * @param limits.perMinute calls. @default no limit
 * @param limits.behind another limiter that must allow the call too. Our own holds do not block it, and its
 * holds block us: calls that any visitor can cause leave part of the limit to the rest
 */
export function createRateLimiter(
  clock: () => number,
  { perMinute, behind }: { perMinute?: number; behind?: RateLimiter } = {}
): RateLimiter {
  const intervalMs = perMinute === undefined ? 0 : MINUTE_MS / (perMinute * (1 - BURST_SHARE))
  const burstMs = perMinute === undefined ? 0 : Math.max(1, Math.floor(perMinute * BURST_SHARE)) * intervalMs
  let opensAtMs = 0
  /** When the rate has caught up with the calls sent so far. */
  let paidAtMs = 0

  const heldMs = () => Math.max(0, opensAtMs - clock(), behind?.heldMs() ?? 0)

  return {
    heldMs,
    hold: (waitMs) => {
      opensAtMs = Math.max(opensAtMs, clock() + Math.min(waitMs, MAX_HOLD_MS))
    },
    waitMs: () => {
      const overMs = intervalMs === 0 ? 0 : paidAtMs + intervalMs - burstMs - clock()
      return Math.max(heldMs(), overMs, behind?.waitMs() ?? 0)
    },
    spend: () => {
      if (intervalMs > 0) paidAtMs = Math.max(paidAtMs, clock()) + intervalMs
      behind?.spend()
    },
  }
}

type Facts = {
  isMutating: boolean
  hasKey: boolean
  /** A service that echoes the key must not get it into a log. */
  apiKey: string
  assumptions: Assumptions
}

/** Each means that an earlier request with this key or content got through, so the outcome is unknown. */
const CODES_OF_AN_EARLIER_REQUEST: readonly string[] = [
  "IDEMPOTENCY_REQUEST_IN_PROGRESS",
  "IDEMPOTENCY_KEY_MISMATCH",
  "DUPLICATE_REQUEST",
]
/** The service stopped waiting for the request, or would not take it yet: the document says nothing of its effect. */
const STATUSES_OF_NO_DECISION: readonly number[] = [408, 425]
const SHOWABLE_ID = /^[\w.:-]{1,100}$/

/**
 * Turns an answer into a usable reply, or a failure with code, outcome and retryability.
 *
 * @see service-interface "Errors"
 */
function interpretAnswer(answer: Answer, call: Facts): Reply | Failure {
  if (answer.kind === "lost") return lost(answer, call)
  const { status, headers, body } = answer
  if (status >= 400) return refusal(answer, call)
  const requestId = showableId(headers.get("x-request-id"), call)
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && body.isJson) return { status, requestId, value: body.value }
  const bodyProblem = body.isJson ? "not expected" : body.problem
  const isAccepted = isSuccess && call.isMutating
  return {
    code: "UNEXPECTED_RESPONSE",
    explanation: isSuccess ? `the body is ${bodyProblem}` : "no redirect is followed, check the base URL",
    outcome: call.isMutating ? "unknown" : "not_applied",
    isRetryable: isAccepted && isRetryable({ ...call, isAccepted }),
    isAccepted,
    status,
    requestId,
  }
}

/** An attempt without an answer has no status, even if its headers arrived. */
function lost({ code, reason, status }: Extract<Answer, { kind: "lost" }>, call: Facts): Failure {
  return {
    code,
    explanation:
      code === "TIMEOUT"
        ? "no complete answer in time"
        : `the connection failed${reason ? `, ${reason}` : ""}`,
    outcome: call.isMutating ? "unknown" : "not_applied",
    isRetryable: isRetryable(call),
    isAccepted: call.isMutating && status !== undefined && status >= 200 && status < 300,
  }
}

function refusal({ status, headers, body }: Extract<Answer, { kind: "answered" }>, call: Facts): Failure {
  const parsed = errorBodySchema.safeParse(body.isJson ? body.value : undefined)
  const own = parsed.success ? parsed.data.error : undefined
  const error = own && isShowableCode(own.code) && !echoes(own.code, call) ? own : undefined
  const code = error ? codeToOurs(error.code, call.assumptions) : "UNEXPECTED_RESPONSE"
  const mayHaveActed =
    STATUSES_OF_NO_DECISION.includes(status) || status >= 500 || CODES_OF_AN_EARLIER_REQUEST.includes(code)
  return {
    code,
    serviceCode: error && error.code !== code ? error.code : undefined,
    explanation: error ? "refused by the provider" : "refused without a documented error body",
    outcome: call.isMutating && mayHaveActed ? "unknown" : "not_applied",
    isRetryable: isRetryable({ ...call, status, code }),
    status,
    requestId: showableId(error?.requestId, call) ?? showableId(headers.get("x-request-id"), call),
    details: error?.details,
  }
}

function showableId(id: string | null | undefined, call: Facts): string | undefined {
  return id && SHOWABLE_ID.test(id) && !echoes(id, call) ? id : undefined
}

function echoes(text: string, { apiKey }: Facts): boolean {
  return apiKey !== "" && text.includes(apiKey)
}
