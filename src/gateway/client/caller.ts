import type { Assumptions } from "../assumptions"
import { GatewayError, type Failure } from "./errors"
import { interpretAnswer, type Interpretation, type Reply } from "./interpretation"
import { createRateLimiter, type RateLimiter } from "./rate-limiter"
import { delayBeforeRetry, readRetryAfter } from "./retry"
import type { Answer, Transport, WireRequest } from "./transport"

export type Call = {
  endpoint: string
  isMutating: boolean
  request: WireRequest
  /** Awaited when a 2xx cannot be read, before a retry or an error. */
  onAccepted?: (() => Promise<void>) | undefined
}

export type CallerSettings = {
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
export function createCaller(settings: CallerSettings): (call: Call) => Promise<Reply> {
  const { clock, sleep, assumptions } = settings
  const limiter = settings.rateLimiter ?? createRateLimiter(clock)

  return async (call) => {
    const { endpoint, isMutating, request } = call
    const facts = { isMutating, hasKey: request.idempotencyKey !== undefined }
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
      const result = interpretAnswer(answer, { ...facts, apiKey: request.apiKey, assumptions })
      const seen = { endpoint, attempt, durationMs: endedAtMs - sentAtMs, serverTimeMs: serverTime(answer) }
      if ("reply" in result) {
        settings.onAttempt(reportOf({ ...seen, retryInMs: null }, result))
        return result.reply
      }
      const { failure } = result
      const retryAfterMs =
        answer.kind === "answered" ? readRetryAfter(answer.headers, settings.retryHeaders, endedAtMs) : null
      if (failure.status === 429 && retryAfterMs !== null) limiter.hold(retryAfterMs)
      mayHaveBeenApplied ||= failure.outcome === "unknown"
      if (failure.isAccepted) {
        isAccepted = true
        await call.onAccepted?.()
      }
      const elapsedMs = endedAtMs - startedAtMs
      const { status, code } = failure
      const retryInMs = delayBeforeRetry({
        ...settings,
        ...facts,
        status,
        code,
        isAccepted: failure.isAccepted === true,
        attempt,
        elapsedMs,
        retryAfterMs,
      })
      settings.onAttempt(reportOf({ ...seen, retryInMs }, result))
      if (retryInMs === null) throw errorOf(failure)
      await sleep(retryInMs)
    }
  }
}

function serverTime(answer: Answer): number | undefined {
  if (answer.kind !== "answered") return undefined
  const sent = Date.parse(answer.headers.get("date") ?? "")
  return Number.isNaN(sent) ? undefined : sent
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

function reportOf(
  attempt: Pick<AttemptReport, "endpoint" | "attempt" | "durationMs" | "serverTimeMs" | "retryInMs">,
  result: Interpretation
): AttemptReport {
  if ("reply" in result) {
    return { ...attempt, status: result.reply.status, requestId: result.reply.requestId }
  }
  const { status, code, requestId } = result.failure
  return { ...attempt, status, code, requestId }
}
