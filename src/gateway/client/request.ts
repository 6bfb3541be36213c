import { endpoints, pathOf, type Endpoint, type EndpointName } from "../contract/endpoints"
import type { Call } from "./caller"
import type { ClientSettings } from "./client-options"
import { refusedLocally } from "./errors"

/** The service documents no rule for keys, so ours suit any store. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{1,64}$/

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

type Settings = Pick<ClientSettings, "assumptions" | "baseUrl" | "businessId" | "apiKey" | "payoutApiKey">

/**
 * Builds the request, the same bytes for every attempt.
 *
 * @throws GatewayError INVALID_REQUEST for an unusable path value, key or body; PAYOUT_KEY_MISSING
 */
export function buildCall(name: EndpointName, input: CallInput, settings: Settings): Call {
  const { method, isMutating } = endpoints[name]
  if (isMutating && !IDEMPOTENCY_KEY.test(input.idempotencyKey ?? "")) {
    throw refusedLocally(name, "idempotencyKey has to be 1 to 64 letters, digits, hyphens or underscores")
  }
  return {
    endpoint: input.payoutCheck ?? name,
    isMutating,
    onAccepted: input.onAccepted,
    request: {
      method,
      url: addressOf(name, input, settings),
      apiKey: apiKeyFor(name, input, settings),
      idempotencyKey: isMutating ? input.idempotencyKey : undefined,
      body: input.body === undefined ? undefined : bodyText(name, input.body),
    },
  }
}

function addressOf(name: EndpointName, input: CallInput, settings: Settings): string {
  if (input.link !== undefined) {
    const url = pageAddress(name, input.link, settings)
    if (url !== null) return url
    throw refusedLocally(name, "the link to the next page leads to another host than baseUrl")
  }
  return settings.baseUrl + fillPath(name, input, settings) + queryText(input.query)
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
  if (!value || value === "." || value === ".." || !isWellFormed(value)) {
    throw refusedLocally(name, `${param} is empty or cannot be part of an address`)
  }
  return encodeURIComponent(value)
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udfff]/u.test(text)
}

function queryText(query: CallInput["query"] = {}): string {
  const entries = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return entries.length > 0 ? `?${new URLSearchParams(entries).toString()}` : ""
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

export type Mutation = {
  /**
   * One per business action. The caller stores it before the call and repeats it to retry the same action. 1
   * to 64 letters, digits, hyphens or underscores.
   */
  idempotencyKey: string
  /** Awaited when a 2xx cannot be read, before anything else: store that the service has acted. */
  onAccepted?: () => Promise<void>
}
