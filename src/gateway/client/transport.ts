import { readPlainJson } from "../contract/fields"

export type Fetch = typeof fetch

/** The body is text, so that every attempt sends the same bytes. */
export type WireRequest = {
  method: "GET" | "POST"
  url: string
  apiKey: string
  idempotencyKey?: string
  body?: string
}

/**
 * `reason` is a system code such as `ECONNRESET`. A lost answer has a `status` if the connection broke after
 * the headers.
 */
export type Answer =
  | { kind: "answered"; status: number; headers: Headers; body: ResponseBody }
  | { kind: "lost"; code: "NETWORK_ERROR" | "TIMEOUT"; reason?: string; status?: number }

export type Transport = (request: WireRequest) => Promise<Answer>

/**
 * The only place on the server that calls the service.
 *
 * Redirects are not followed: they would carry the key to another address, and they mean a wrong base URL,
 * which no retry mends.
 *
 * @param options.timeoutMs per attempt, reading the body included
 * @param options.maxResponseBytes a larger body is refused unread. @default 16 MiB
 */
export function createTransport(options: ExchangeOptions): Transport {
  return (request) => exchange(request.url, { ...request, headers: headersOf(request) }, options)
}

/** Posts a signed delivery to a webhook address, as the service does. Carries no key. */
export function postDelivery(
  url: string,
  delivery: { body: string; headers: Record<string, string> },
  options: ExchangeOptions
): Promise<Answer> {
  const headers = { "content-type": "application/json", ...delivery.headers }
  return exchange(url, { method: "POST", body: delivery.body, headers }, options)
}

type ExchangeOptions = { fetch?: Fetch; timeoutMs: number; maxResponseBytes?: number }

async function exchange(
  url: string,
  { method, headers, body }: Pick<WireRequest, "method" | "body"> & { headers: Record<string, string> },
  options: ExchangeOptions
): Promise<Answer> {
  const send = options.fetch ?? fetch
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), options.timeoutMs)
  let status: number | undefined
  try {
    const response = await send(url, { method, headers, body, redirect: "manual", signal: abort.signal })
    status = response.status
    const read = await readBody(response, options.maxResponseBytes ?? MAX_RESPONSE_BYTES)
    return { kind: "answered", status: response.status, headers: response.headers, body: read }
  } catch (error) {
    if (abort.signal.aborted) return { kind: "lost", code: "TIMEOUT", status }
    return { kind: "lost", code: "NETWORK_ERROR", reason: systemCode(error), status }
  } finally {
    clearTimeout(timer)
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

/** The message of a system error may hold an address or a header value, so only its short code is kept. */
function systemCode(error: unknown): string | undefined {
  const code = propertyOf(propertyOf(error, "cause"), "code") ?? propertyOf(error, "code")
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : undefined
}

/** Errors may come from another realm, as under jest, so `instanceof` does not work. */
function propertyOf(value: unknown, name: "cause" | "code"): unknown {
  if (typeof value !== "object" || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

type ResponseBody =
  { isJson: true; value: unknown } | { isJson: false; problem: "empty" | "not JSON" | "too large" }

/**
 * Reads a JSON body within bounds, so that a faulty gateway cannot exhaust our memory.
 *
 * @throws the connection's error when it fails midway
 */
async function readBody(response: Response, maxBytes: number): Promise<ResponseBody> {
  const bytes = await readBytes(response, maxBytes)
  if (bytes === null) return { isJson: false, problem: "too large" }
  if (bytes.length === 0) return { isJson: false, problem: "empty" }
  return parseJson(bytes.toString("utf8"))
}

async function readBytes(response: Response, maxBytes: number): Promise<Buffer | null> {
  const reader = response.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let length = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length
    if (length > maxBytes) {
      await reader.cancel()
      return null
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks)
}

function parseJson(text: string): ResponseBody {
  try {
    const value = readPlainJson(text)
    return {
      isJson: true,
      value: LONG_NUMBER.test(text) ? readPlainJson(withLongNumbersAsText(text)) : value,
    }
  } catch {
    return { isJson: false, problem: "not JSON" }
  }
}

/** Also matches inside texts; the slower path then reads the same. */
const LONG_NUMBER = /[:,[\s]-?(?=[\d.]{16})/
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
/** A JavaScript number keeps 15 digits for certain. */
const KEPT_DIGITS = 15

/** Turns numbers that JavaScript would round into text, so that amounts keep every digit. */
function withLongNumbersAsText(json: string): string {
  return json.replace(TEXT_OR_NUMBER, (part) => {
    if (part.startsWith('"')) return part
    const digits = part.replace(/[eE].*/, "").replace(/\D/g, "")
    return digits.length > KEPT_DIGITS ? `"${part}"` : part
  })
}
