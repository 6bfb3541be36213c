import { createHash } from "node:crypto"
import { Pool, type Dispatcher } from "undici"
import type { Assumptions } from "../assumptions"
import { endpoints, pathOf, type Endpoint, type EndpointName } from "../contract/endpoints"
import { readPlainJson } from "../contract/wire"
import { refusedLocally } from "./errors"

export type CallInput = {
  /** Path placeholders; `businessId` comes from the settings. */
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: Record<string, unknown>
  idempotencyKey?: string
  onAccepted?: (() => Promise<void>) | undefined
  /** Endpoint name of a read with the payout key, which tests that key. */
  payoutCheck?: string
  /** Address of a further page as the service wrote it, in place of the path and query. */
  link?: string
}

type Message = { url: string; method: "GET" | "POST"; headers: Record<string, string>; body?: string }

/** The same bytes for every attempt. */
export type Call = Message & {
  endpoint: string
  isMutating: boolean
  apiKey: string
  /** Awaited when a 2xx cannot be read, before a retry or an error. */
  onAccepted?: (() => Promise<void>) | undefined
}

type Settings = {
  assumptions: Assumptions
  baseUrl: string
  businessId: string
  apiKey: string
  payoutApiKey: string | undefined
}

/** What a header carries unchanged: visible ASCII, with blanks inside. */
const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/**
 * The header of a caller's key: a caller may choose any text, and a header takes only some. Every other text is sent as its
 * digest, so that one key is always one header, and two keys are two.
 *
 * @example headerOfKey("order 17", 255) // "order 17"
 * @example headerOfKey("Bestellung für Jörg", 255) // "sha256-..."
 */
function headerOfKey(key: string, maxLength: number): string {
  if (HEADER_TEXT.test(key) && key.length <= maxLength) return key
  return `sha256-${createHash("sha256").update(Buffer.from(key, "utf16le")).digest("base64url")}`
}

/** @throws GatewayError INVALID_REQUEST for an unusable path value, key or body; PAYOUT_KEY_MISSING */
export function buildCall(name: EndpointName, input: CallInput, settings: Settings): Call {
  const { method, isMutating } = endpoints[name]
  const { maxKeyLength } = settings.assumptions.idempotency
  const { idempotencyKey = "", payoutCheck, onAccepted, body, link } = input
  if (isMutating && idempotencyKey.trim() === "")
    throw refusedLocally(name, "idempotencyKey has to be a text that is not empty")
  const url = link === undefined ? addressOf(name, input, settings) : pageAddress(name, link, settings)
  if (url === null) throw refusedLocally(name, "the link to the next page leads to another host than baseUrl")
  const apiKey = apiKeyFor(name, input, settings)
  return {
    ...{ endpoint: payoutCheck ?? name, isMutating, onAccepted, method, url, apiKey },
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      "x-api-key": apiKey,
      ...(isMutating && { "idempotency-key": headerOfKey(idempotencyKey, maxKeyLength) }),
    },
    body: body === undefined ? undefined : bodyText(name, body),
  }
}

function addressOf(name: EndpointName, input: CallInput, settings: Settings): string {
  const query = Object.entries(input.query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined
  )
  const text = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ""
  return settings.baseUrl + fillPath(name, input, settings) + text
}

/**
 * Resolves a link that a list names, absolute or relative. The API key goes with it, so it has to lead to the
 * origin of the base URL.
 *
 * @returns null for any other address
 */
export function pageAddress(name: EndpointName, link: string, settings: Settings): string | null {
  const list = settings.baseUrl + fillPath(name, {}, settings)
  if (!URL.canParse(link, list)) return null
  const url = new URL(link, list)
  if (url.origin !== new URL(list).origin || url.username || url.password) return null
  url.hash = ""
  return url.href
}

function fillPath(name: EndpointName, { params }: CallInput, settings: Settings): string {
  const values: Record<string, string | undefined> = { ...params, businessId: settings.businessId }
  const path = pathOf(name, settings.assumptions)
  if (path === null)
    throw refusedLocally(
      name,
      `the provider has no such call: assumptions.paths.${name} is null`,
      "NO_SUCH_CALL"
    )
  return path.replace(/\{(\w+)\}/g, (_, param: string) => pathSegment(name, param, values[param]))
}

/** URL encoding keeps dots, and URLs resolve "." and ".." as steps. */
function pathSegment(name: EndpointName, param: string, value: string | undefined): string {
  if (!value || value === "." || value === ".." || /[\ud800-\udfff]/u.test(value)) {
    throw refusedLocally(name, `${param} is empty or cannot be part of an address`)
  }
  return encodeURIComponent(value)
}

function apiKeyFor(name: EndpointName, { body, payoutCheck }: CallInput, settings: Settings): string {
  const endpoint: Endpoint = endpoints[name]
  const hasRecipients = body?.payoutRecipients !== undefined
  const isCheck = payoutCheck !== undefined
  if ((endpoint.key === "standard" && !isCheck) || (endpoint.key === "by_body" && !hasRecipients))
    return settings.apiKey
  if (settings.payoutApiKey !== undefined) return settings.payoutApiKey
  throw refusedLocally(name, "this call takes a payout API key and none is configured", "PAYOUT_KEY_MISSING")
}

function bodyText(name: EndpointName, body: Record<string, unknown>): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw refusedLocally(name, "the body cannot be written as JSON")
  }
}

export type Fetch = typeof fetch

/**
 * `reason` is a system code such as `ECONNRESET`. A lost answer has a `status` if the connection broke after
 * the headers.
 */
export type Answer =
  | { kind: "answered"; status: number; headers: AnswerHeaders; body: AnswerBody }
  | { kind: "lost"; code: "NETWORK_ERROR" | "TIMEOUT"; reason?: string; status?: number }

/** Header names are lower case. */
export type AnswerHeaders = { get(name: string): string | null; keys(): Iterable<string> }

type AnswerBody =
  { isJson: true; value: unknown } | { isJson: false; problem: "empty" | "not JSON" | "too large" }

/** `timeoutMs` covers an attempt, reading the body included. A body above `maxResponseBytes` is refused unread. */
type Limits = { timeoutMs: number; maxResponseBytes?: number }

export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/** Posts a signed delivery to a webhook address, as the service does. Carries no key. */
export function postDelivery(
  url: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  limits: Limits
): Promise<Answer> {
  return exchange(
    { url, method: "POST", body, headers: { "content-type": "application/json", ...headers } },
    limits
  )
}

/**
 * Sends one attempt; with `postDelivery` the only way out of the server to the service.
 *
 * Redirects are not followed: they would carry the key to another address, and they mean a wrong base URL,
 * which no retry mends.
 */
export function exchange(message: Message, limits: Limits & { fetch?: Fetch | undefined }): Promise<Answer> {
  const { fetch: ownFetch } = limits
  return ownFetch === undefined
    ? exchangeByUndici(message, limits)
    : exchangeByFetch(ownFetch, message, limits)
}

/** Connections are kept alive and shared by all clients; an idle one does not keep the process alive. */
const pools = new Map<string, Pool>()

/** Our own deadline replaces the timeouts of undici, which count in whole seconds. */
function poolOf(origin: string): Pool {
  const pool = pools.get(origin) ?? new Pool(origin, { headersTimeout: 0, bodyTimeout: 0 })
  pools.set(origin, pool)
  return pool
}

function exchangeByUndici(
  { url, method, headers, body }: Message,
  { timeoutMs, maxResponseBytes = MAX_RESPONSE_BYTES }: Limits
): Promise<Answer> {
  const { origin, pathname, search } = new URL(url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    let head: { status: number; headers: AnswerHeaders } | undefined
    let controller: Dispatcher.DispatchController | undefined
    let isOver = false
    const finish = (answer: Answer) => {
      isOver = true
      clearTimeout(timer)
      resolve(answer)
    }
    const cutOff = (answer: Answer) => {
      finish(answer)
      controller?.abort(new Error("the attempt is over"))
    }
    const timer = setTimeout(() => cutOff({ kind: "lost", code: "TIMEOUT", status: head?.status }), timeoutMs)
    poolOf(origin).dispatch(
      { path: pathname + search, method, headers, body },
      {
        onRequestStart: (started) => {
          controller = started
          // The time was up before there was a connection: nothing may be sent any more.
          if (isOver) started.abort(new Error("the attempt is over"))
        },
        onResponseStart: (_, status, fields) => {
          head = { status, headers: headersOf(fields) }
        },
        onResponseData: (_, chunk) => {
          length += chunk.length
          if (length <= maxResponseBytes) chunks.push(chunk)
          else if (head) cutOff({ kind: "answered", ...head, body: TOO_LARGE })
        },
        onResponseEnd: () => {
          if (head) finish({ kind: "answered", ...head, body: readBody(chunks) })
        },
        onResponseError: (_, error) =>
          finish({ kind: "lost", code: "NETWORK_ERROR", reason: systemCode(error), status: head?.status }),
      }
    )
  })
}

function headersOf(fields: Record<string, string | string[] | undefined>): AnswerHeaders {
  return {
    get: (name) => {
      const value = fields[name.toLowerCase()]
      return Array.isArray(value) ? value.join(", ") : (value ?? null)
    },
    keys: () => Object.keys(fields),
  }
}

async function exchangeByFetch(
  send: Fetch,
  { url, method, headers, body }: Message,
  { timeoutMs, maxResponseBytes = MAX_RESPONSE_BYTES }: Limits
): Promise<Answer> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  let status: number | undefined
  try {
    const response = await send(url, { method, headers, body, redirect: "manual", signal: abort.signal })
    status = response.status
    const answered = { kind: "answered", status, headers: response.headers } as const
    const chunks: Uint8Array[] = []
    let length = 0
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      length += part.value.length
      chunks.push(part.value)
      if (length <= maxResponseBytes) continue
      await reader?.cancel()
      return { ...answered, body: TOO_LARGE }
    }
    return { ...answered, body: readBody(chunks) }
  } catch (error) {
    if (abort.signal.aborted) return { kind: "lost", code: "TIMEOUT", status }
    return { kind: "lost", code: "NETWORK_ERROR", reason: systemCode(error), status }
  } finally {
    clearTimeout(timer)
  }
}

const TOO_LARGE: AnswerBody = { isJson: false, problem: "too large" }

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

function readBody(chunks: readonly Uint8Array[]): AnswerBody {
  const text = Buffer.concat(chunks).toString("utf8")
  if (text === "") return { isJson: false, problem: "empty" }
  try {
    const value = readPlainJson(text)
    const hasLong = LONG_NUMBER.test(text)
    return { isJson: true, value: hasLong ? readPlainJson(withLongNumbersAsText(text)) : value }
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
