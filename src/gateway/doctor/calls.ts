import { parseAssumptions, type AssumptionsInput } from "../assumptions"
import { createCaller, readRetryAfter, resolveClientOptions, type GatewayClientOptions } from "../client/call"
import { GatewayError } from "../client/errors"
import { buildCall, exchange, type CallInput } from "../client/http"
import { endpoints as endpointTable, type EndpointName } from "../contract/endpoints"

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

/** An answer with JSON, as the service sent it. `asked`: identifier by which the resource was fetched or acted on. */
export type Answered = { name: EndpointName; endpoint: string; body: unknown; asked: string | undefined }
/** `code` is the service's own. */
export type Refused = { status: number | undefined; code: string | undefined }

type Sending = {
  /** Other paths than the defaults, where the document leaves them open. */
  paths?: AssumptionsInput["paths"]
  /** The call tries something out: that it fails says nothing about the endpoint. */
  isTrial?: boolean
}

export type Calls = ReturnType<typeof recordCalls>

const MAX_ATTEMPTS = 2
/** The probe keeps the answers until it ends, so one must not be as large as a list may be. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024
const WAIT_HEADER = /^[\w-]*(?:retry|reset)[\w-]*$/

/** @throws GatewayError INVALID_REQUEST naming the option that cannot work */
export function recordCalls(access: ServiceAccess, onCall?: (call: ProbedEndpoint) => void) {
  const settings = resolveClientOptions({ ...access, maxAttempts: MAX_ATTEMPTS })
  const endpoints: ProbedEndpoint[] = []
  const answers: Answered[] = []
  /** Headers of answers that said how long to wait. */
  const waitHeaders = new Set<string>()
  let isReached = false
  const call = createCaller(settings, async (request) => {
    const answer = await exchange(request, { ...settings, maxResponseBytes: MAX_RESPONSE_BYTES })
    if (answer.kind === "answered" && answer.status === 429)
      for (const name of answer.headers.keys())
        if (WAIT_HEADER.test(name) && readRetryAfter(answer.headers, [name], settings.clock()) !== null)
          waitHeaders.add(name)
    return answer
  })

  return {
    ...{ endpoints, answers, waitHeaders },
    /** Whether the service answered at all, in any way. */
    isReached: () => isReached,
    send: async (
      name: EndpointName,
      input: CallInput = {},
      { paths, isTrial = false }: Sending = {}
    ): Promise<Answered | Refused> => {
      const assumptions = paths === undefined ? settings.assumptions : parseAssumptions({ paths })
      const status = input.query?.status
      const endpoint = status === undefined ? name : `${name} status=${status}`
      const note = (httpStatus: number | null, reason: string | null) => {
        const noted = { endpoint, ok: reason === null, httpStatus, reason }
        if (noted.ok || !isTrial) endpoints.push(noted)
        onCall?.(noted)
      }
      try {
        const reply = await call(buildCall(name, input, { ...settings, assumptions }))
        isReached = true
        const { isMutating, resource } = endpointTable[name]
        const hasId = !isMutating || resource === "depositAction"
        const asked = hasId ? Object.values(input.params ?? {})[0] : undefined
        const answer = { name, endpoint, body: reply.value, asked }
        answers.push(answer)
        note(reply.status, null)
        return answer
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        isReached ||= error.status !== undefined
        note(error.status ?? null, error.message)
        const code = error.status === undefined ? undefined : (error.serviceCode ?? error.code)
        return { status: error.status, code }
      }
    },
  }
}

export function isAnswered(result: Answered | Refused): result is Answered {
  return "body" in result
}
