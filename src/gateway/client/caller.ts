import { type AttemptReport, reportOf } from "./attempt-report"
import { type Failure, GatewayError } from "./errors"
import { interpretAnswer, type Reply } from "./interpretation"
import { createRateGate, type RateGate } from "./rate-gate"
import { delayBeforeRetry } from "./retry"
import { readRetryAfter } from "./retry-after"
import type { Answer, Transport, WireRequest } from "./transport"

export type Call = {
  endpoint: string
  isMutating: boolean
  request: WireRequest
  /** Awaited as soon as a 2xx is seen whose answer cannot be read, before the call is repeated or given up. */
  onAccepted?: (() => Promise<void>) | undefined
}

export type CallerSettings = {
  transport: Transport
  retryHeaders: readonly string[]
  clock: () => number
  random: () => number
  sleep: (ms: number) => Promise<void>
  maxAttempts: number
  maxElapsedMs: number
  /** Shared with other clients, or in front of them; left out, the caller has one of its own. */
  rateGate?: RateGate
  onAttempt: (report: AttemptReport) => void
}

const HELD_BACK: Failure = {
  code: "RATE_LIMIT_EXCEEDED",
  explanation: "not sent, because the service asked this client to wait longer than this call may",
  outcome: "not_applied",
  isRetryable: true,
}

/**
 * Makes the function that sends a call until it is answered, refused, or not worth repeating.
 *
 * @returns a function that throws GatewayError
 */
export function createCaller(settings: CallerSettings): (call: Call) => Promise<Reply> {
  const { clock, sleep } = settings
  const gate = settings.rateGate ?? createRateGate(clock)

  return async (call) => {
    const { endpoint, isMutating, request } = call
    const facts = { isMutating, hasKey: request.idempotencyKey !== undefined }
    const startedAtMs = clock()
    // One attempt that may have acted makes the whole call uncertain, whatever a later attempt answers.
    let mayHaveBeenApplied = false
    let isAccepted = false
    const errorOf = (failure: Failure) =>
      new GatewayError(
        endpoint,
        mayHaveBeenApplied ? { ...failure, outcome: "unknown", isAccepted } : failure
      )

    for (let attempt = 1; ; attempt++) {
      for (let waitMs = gate.waitMs(); waitMs > 0; waitMs = gate.waitMs()) {
        if (clock() - startedAtMs + waitMs > settings.maxElapsedMs) throw errorOf(HELD_BACK)
        await sleep(waitMs)
      }
      gate.spend()
      const sentAtMs = clock()
      const answer = await settings.transport(request)
      const endedAtMs = clock()
      const result = interpretAnswer(answer, { ...facts, apiKey: request.apiKey })
      const seen = { endpoint, attempt, durationMs: endedAtMs - sentAtMs, serverTimeMs: serverTime(answer) }
      if ("reply" in result) {
        settings.onAttempt(reportOf({ ...seen, retryInMs: null }, result))
        return result.reply
      }
      const { failure } = result
      const retryAfterMs =
        answer.kind === "answered" ? readRetryAfter(answer.headers, settings.retryHeaders, endedAtMs) : null
      if (failure.status === 429 && retryAfterMs !== null) gate.hold(retryAfterMs)
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
  const told = Date.parse(answer.headers.get("date") ?? "")
  return Number.isNaN(told) ? undefined : told
}
