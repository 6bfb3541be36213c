import { readBody, type ResponseBody } from "./response-body"

export type Fetch = typeof fetch

/** One HTTP request, complete. The body is text so that every attempt sends the same bytes. */
export type WireRequest = {
  method: "GET" | "POST"
  url: string
  apiKey: string
  idempotencyKey?: string
  body?: string
}

/**
 * What came of one attempt. `reason` is the system's short code, such as `ECONNRESET`; `status` is there when the connection
 * was lost after the headers.
 */
export type Answer =
  | { kind: "answered"; status: number; headers: Headers; body: ResponseBody }
  | { kind: "lost"; code: "NETWORK_ERROR" | "TIMEOUT"; reason?: string; status?: number }

export type Transport = (request: WireRequest) => Promise<Answer>

/**
 * The only place on the server that sends a request to the service.
 *
 * A redirect is not followed but handed back like any answer: it would carry the key to another address,
 * and it is a wrong base URL rather than a lost connection, so it must not be retried as one.
 *
 * @param options.timeoutMs for the whole attempt, reading the body included
 */
export function createTransport(options: { fetch?: Fetch; timeoutMs: number }): Transport {
  const send = options.fetch ?? fetch
  return async (request) => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), options.timeoutMs)
    let status: number | undefined
    try {
      const response = await send(request.url, {
        method: request.method,
        headers: headersOf(request),
        body: request.body,
        redirect: "manual",
        signal: abort.signal,
      })
      status = response.status
      const body = await readBody(response)
      return { kind: "answered", status: response.status, headers: response.headers, body }
    } catch (error) {
      if (abort.signal.aborted) return { kind: "lost", code: "TIMEOUT", status }
      return { kind: "lost", code: "NETWORK_ERROR", reason: systemCode(error), status }
    } finally {
      clearTimeout(timer)
    }
  }
}

function headersOf({ apiKey, idempotencyKey }: WireRequest): Record<string, string> {
  return {
    accept: "application/json",
    "content-type": "application/json",
    "x-api-key": apiKey,
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  }
}

/** Only the short code is kept: the message of a system error may hold the address or a header's value. */
function systemCode(error: unknown): string | undefined {
  const code = propertyOf(propertyOf(error, "cause"), "code") ?? propertyOf(error, "code")
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : undefined
}

/** No `instanceof`: an error may come from another realm, as it does under jest. */
function propertyOf(value: unknown, name: "cause" | "code"): unknown {
  if (typeof value !== "object" || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
