import { type AssumptionsInput, parseAssumptions } from "../assumptions"
import { createCaller, readRetryAfter } from "../client/call"
import { resolveClientOptions, type GatewayClientOptions } from "../client/options"
import { GatewayError } from "../client/errors"
import { buildCall, type CallInput, createTransport, type Transport } from "../client/http"
import type { EndpointName } from "../contract/endpoints"

/** How to reach the service. The probe reads answers as they are, so it takes no assumptions. */
export type ServiceAccess = Pick<
  GatewayClientOptions,
  | "baseUrl"
  | "businessId"
  | "apiKey"
  | "payoutApiKey"
  | "fetch"
  | "clock"
  | "sleep"
  | "rateLimiter"
  | "timeoutMs"
>

/** One call of the probe. `reason` is ours and safe to show. */
export type ProbedEndpoint = {
  endpoint: string
  ok: boolean
  httpStatus: number | null
  reason: string | null
}

/** An answer with JSON, as the service sent it. */
export type RawAnswer = { name: EndpointName; endpoint: string; status: number; body: unknown }

/** `code` is the service's own. */
export type RawRefusal = { status: number | undefined; code: string | undefined; isLost: boolean }

export type RawCalls = {
  /** Every call so far, in order. */
  readonly endpoints: ProbedEndpoint[]
  /** Every answer with JSON. */
  readonly answers: RawAnswer[]
  /** Headers of answers that said how long to wait. */
  readonly waitHeaders: ReadonlySet<string>
  /** Whether the service answered at all, in any way. */
  readonly isReached: boolean
  /**
   * Sends a call and notes how it went.
   *
   * @param paths another path than the default, where the document leaves it open
   */
  send(
    name: EndpointName,
    input?: CallInput,
    paths?: AssumptionsInput["paths"]
  ): Promise<RawAnswer | RawRefusal>
  /** Forgets the last call: it only looked for the right path. */
  forgetLast(): void
}

const MAX_ATTEMPTS = 2
/** The probe keeps the answers until it ends, so one must not be as large as a list may be. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

/** @throws GatewayError INVALID_REQUEST naming the option that cannot work */
export function createRawCalls(access: ServiceAccess, onCall?: (call: ProbedEndpoint) => void): RawCalls {
  const settings = resolveClientOptions({ ...access, maxAttempts: MAX_ATTEMPTS })
  const endpoints: ProbedEndpoint[] = []
  const answers: RawAnswer[] = []
  const waitHeaders = new Set<string>()
  let isReached = false
  const transport = watchWaits(
    createTransport({ ...settings, maxResponseBytes: MAX_RESPONSE_BYTES }),
    waitHeaders,
    settings.clock
  )
  const call = createCaller({ ...settings, transport, retryHeaders: ["retry-after"] })

  return {
    endpoints,
    answers,
    waitHeaders,
    get isReached() {
      return isReached
    },
    forgetLast: () => void endpoints.pop(),
    send: async (name, input = {}, paths) => {
      const assumptions = paths === undefined ? settings.assumptions : parseAssumptions({ paths })
      const endpoint = nameOf(name, input)
      const note = (ok: boolean, httpStatus: number | null, reason: string | null) => {
        const noted = { endpoint, ok, httpStatus, reason }
        endpoints.push(noted)
        onCall?.(noted)
      }
      try {
        const { status, value } = await call(buildCall(name, input, { ...settings, assumptions }))
        isReached = true
        const answer = { name, endpoint, status, body: value }
        answers.push(answer)
        note(true, status, null)
        return answer
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        const isLost = error.code === "NETWORK_ERROR" || error.code === "TIMEOUT"
        isReached ||= error.status !== undefined
        note(false, error.status ?? null, error.message)
        return {
          status: error.status,
          code: error.status === undefined ? undefined : (error.serviceCode ?? error.code),
          isLost,
        }
      }
    },
  }
}

export function isAnswer(result: RawAnswer | RawRefusal): result is RawAnswer {
  return "body" in result
}

/** @example nameOf("listInvoices", { query: { status: "paid" } }) // "listInvoices status=paid" */
function nameOf(name: EndpointName, { query = {} }: CallInput): string {
  const { status } = query
  return status === undefined ? name : `${name} status=${status}`
}

const WAIT_HEADER = /^[\w-]*(?:retry|reset)[\w-]*$/

/** Remembers which headers of a 429 hold a wait. */
function watchWaits(transport: Transport, seen: Set<string>, clock: () => number): Transport {
  return async (request) => {
    const answer = await transport(request)
    if (answer.kind === "answered" && answer.status === 429)
      for (const name of answer.headers.keys())
        if (WAIT_HEADER.test(name) && readRetryAfter(answer.headers, [name], clock()) !== null) seen.add(name)
    return answer
  }
}
