import type { Assumptions } from "../../src/gateway/assumptions"
import { resources, type Endpoint } from "../../src/gateway/contract"
import type { JsonObject } from "./json"
import { nameOf } from "./resources"

const ERRORS = {
  "400": ["Validation", "A field, a parameter or the body is invalid. Not retried."],
  "401": ["Authentication", "The key is missing or invalid. Not retried."],
  "403": ["Permission", "The key is of the wrong type, or the payout policy forbids it. Not retried."],
  "404": ["NotFound", "It does not exist, or belongs to another business. Not retried."],
  "409": ["Conflict", "It conflicts with the current state, or the idempotency key. Usually not retried."],
  "429": ["RateLimited", "Too many requests. Retried after the wait."],
  "5XX": ["Server", "The service or a dependency is unavailable. Retried, with the same key."],
} as const

/** Answers of an endpoint. The document does not say which 2xx a success has. */
export function createResponses(endpoint: Endpoint, assumptions: Assumptions): JsonObject {
  const success = {
    description: "Done.",
    headers: { "x-request-id": { $ref: "#/components/headers/RequestId" } },
    content: { "application/json": { schema: answerSchema(endpoint, assumptions) } },
  }
  const errors = Object.entries(ERRORS)
    .filter(([status]) => endpoint.isMutating || status !== "409")
    .map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }])
  return { "2XX": success, ...Object.fromEntries(errors) }
}

function answerSchema(endpoint: Endpoint, { envelopes, list }: Assumptions): JsonObject {
  const row = { $ref: `#/components/schemas/${nameOf(resources[endpoint.resource].shape)}` }
  if (endpoint.answer === "list") {
    const rows = { type: "array", items: row }
    const name = list.itemsFields.at(-1)
    if (!name) return { ...rows, "x-undocumented": true }
    const cursor = { type: ["string", "null"] }
    const properties = { [name]: rows, [list.nextCursorField]: cursor }
    return { type: "object", properties, required: [name], "x-undocumented": true }
  }
  const envelope = envelopeOf(endpoint, envelopes)
  if (!envelope) return row
  return { type: "object", properties: { [envelope]: row }, required: [envelope], "x-undocumented": true }
}

function envelopeOf({ resource }: Endpoint, envelopes: Assumptions["envelopes"]): string | undefined {
  return Object.entries(envelopes)
    .find(([kind]) => kind === resource)?.[1]
    .at(-1)
}

/** Answers that several endpoints share. */
export function createSharedResponses({ rateLimit }: Assumptions): JsonObject {
  const retryHeaders = rateLimit.retryHeaders.map((name) => [
    name,
    { $ref: "#/components/headers/RetryAfter" },
  ])
  const entries = Object.entries(ERRORS).map(([status, [name, description]]) => {
    const headers = {
      "x-request-id": { $ref: "#/components/headers/RequestId" },
      ...(status === "429" && Object.fromEntries(retryHeaders)),
    }
    const schema = { $ref: "#/components/schemas/Error" }
    return [name, { description, headers, content: { "application/json": { schema } } }]
  })
  return Object.fromEntries(entries)
}

export const sharedHeaders: JsonObject = {
  RequestId: { description: "Identifies the call to the service's support.", schema: { type: "string" } },
  RetryAfter: {
    description: "How long to wait: seconds or an HTTP date.",
    schema: { type: "string" },
    "x-undocumented": true,
  },
}
