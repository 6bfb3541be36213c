import type { Assumptions } from "../../../src/gateway/assumptions"
import { codeToOurs, endpointNames, errorBodySchema, type EndpointName } from "../../../src/gateway/contract"
import { expectedCall } from "./documented-calls"
import { noteAnswer, noteIntents, type Observations } from "./observations"

const API_PREFIX = "/api/v1"
/** The service has no call that returns an intent again; the sandbox's own controls do. */
export const INTENTS_PATH = "/_sandbox/intents"

/**
 * A fetch that records every answer.
 *
 * @param payoutApiKey tells the keys apart
 */
export function createRecordingFetch(
  seen: Observations,
  assumptions: Assumptions,
  payoutApiKey: string
): typeof fetch {
  const find = endpointFinder(assumptions)
  return async (input, init) => {
    const response = await fetch(input, init)
    const text = await response.clone().text()
    const body = parseJson(text)
    const error = errorBodySchema.safeParse(body)
    if (error.success) seen.errors.add(codeToOurs(error.data.error.code, assumptions))
    const url = new URL(input instanceof Request ? input.url : input)
    const endpoint = find(init?.method ?? "GET", url.pathname)
    if (endpoint && response.ok) {
      noteAnswer(seen, endpoint, body, assumptions)
      const key = new Headers(init?.headers).get("x-api-key") === payoutApiKey ? "payout" : "standard"
      if (key === expectedCall(endpoint, assumptions)?.key) seen.endpoints.add(endpoint)
    }
    if (url.pathname === INTENTS_PATH && Array.isArray(body)) noteIntents(seen, body)
    return response
  }
}

/** Finds the endpoint of a path. */
function endpointFinder(assumptions: Assumptions) {
  const patterns = endpointNames.flatMap((name) => {
    const call = expectedCall(name, assumptions)
    if (call === null) return []
    const path = new RegExp(`^${API_PREFIX}${call.path.replace(/\{\w+\}/g, "[^/]+")}$`)
    return [{ name, method: call.method, path }]
  })
  return (method: string, path: string): EndpointName | undefined =>
    patterns.find((pattern) => pattern.method === method && pattern.path.test(path))?.name
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
