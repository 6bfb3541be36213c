import type { Assumptions } from "../../../src/gateway/assumptions"
import { codeToOurs, type EndpointName } from "../../../src/gateway/contract"
import type { Sandbox } from "../../../src/sandbox"
import { expectedCall, type ExpectedCall } from "./documented-calls"

/** A parsed answer. */
export type RawAnswer = {
  status: number
  code: string | undefined
  /** @example "404 NOT_FOUND" */
  refusal: string
  body: unknown
  text: string
  headers: Headers
}

export type RawInput = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown
  /** Null sends none. @default the key the endpoint takes */
  apiKey?: string | null
  /** Null sends none. @default a new one */
  idempotencyKey?: string | null
  headers?: Readonly<Record<string, string>>
}

const NO_CALL: ExpectedCall = { method: "GET", path: "", key: "standard" }

/** Calls an endpoint without our client. */
export type RawCall = (name: EndpointName, input?: RawInput) => Promise<RawAnswer>

/** Without a client, through a fetch that records. */
export type Line = { sandbox: Sandbox; assumptions: Assumptions; fetch: typeof fetch }

export function createRawCall({ sandbox, assumptions, fetch }: Line): RawCall {
  const { businessId, apiKey, payoutApiKey } = sandbox.credentials
  let keys = 0

  return async (name, input = {}) => {
    const { method, path, key } = expectedCall(name, assumptions) ?? NO_CALL
    const params: Record<string, string> = { businessId, ...input.params }
    const filled = path.replace(/\{(\w+)\}/g, (_, param: string) =>
      encodeURIComponent(params[param] ?? "missing")
    )
    const keySent = input.apiKey === undefined ? (key === "payout" ? payoutApiKey : apiKey) : input.apiKey
    const idempotencyKey = input.idempotencyKey === undefined ? `raw-${(keys += 1)}` : input.idempotencyKey
    const url = new URL(sandbox.url + filled)
    for (const [param, value] of Object.entries(input.query ?? {})) url.searchParams.set(param, value)
    const headers = new Headers({ "content-type": "application/json" })
    if (keySent !== null) headers.set("x-api-key", keySent)
    if (method === "POST" && idempotencyKey !== null) headers.set("idempotency-key", idempotencyKey)
    for (const [header, value] of Object.entries(input.headers ?? {})) headers.set(header, value)
    const body = method === "POST" ? textOf(input.body) : undefined
    const response = await fetch(url, { method, headers, body })
    return readAnswer(response, assumptions)
  }
}

function textOf(body: unknown): string | undefined {
  return typeof body === "string" || body === undefined ? body : JSON.stringify(body)
}

/** Reads an answer of any kind; its error code is the documented one. */
export async function readAnswer(response: Response, assumptions: Assumptions): Promise<RawAnswer> {
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") === true
  const body: unknown = isJson ? JSON.parse(text) : undefined
  const { status, headers } = response
  const code = codeOf(body, assumptions)
  return { status, code, refusal: `${status} ${code}`, body, text, headers }
}

function codeOf(body: unknown, assumptions: Assumptions): string | undefined {
  if (typeof body !== "object" || body === null || !("error" in body)) return undefined
  const { error } = body
  const isCoded = typeof error === "object" && error !== null && "code" in error
  return isCoded ? codeToOurs(String(error.code), assumptions) : undefined
}
