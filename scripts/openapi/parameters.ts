import type { Assumptions } from "../../src/gateway/assumptions"
import type { Endpoint } from "../../src/gateway/contract"
import type { Json, JsonObject } from "./json"

const QUERY_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  limit: { type: "integer", minimum: 1 },
}

/** Parameters of an endpoint: of its path, its query and its headers. */
export function createParameters(path: string, endpoint: Endpoint): Json[] {
  return [
    ...pathParameters(path),
    ...(endpoint.query ?? []).map((name) => ({
      ...{ name, in: "query", required: false, schema: QUERY_SCHEMAS[name] ?? { type: "string" } },
    })),
    ...(endpoint.answer === "list" ? [{ $ref: "#/components/parameters/Cursor" }] : []),
    ...(endpoint.isMutating ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ]
}

/** Names between braces. @example pathNames("/customers/{customerId}") // ["customerId"] */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
}

function pathParameters(path: string): Json[] {
  return pathNames(path).map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }))
}

/** Parameters that several endpoints share. */
export function createSharedParameters({ list, idempotency }: Assumptions): JsonObject {
  return {
    Cursor: {
      name: list.cursorParam,
      in: "query",
      required: false,
      description: "Where the previous page ended.",
      schema: { type: "string" },
      "x-undocumented": true,
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: true,
      description: "One per business action, sent again with each repetition of it.",
      schema: { type: "string", minLength: 1, maxLength: idempotency.maxKeyLength },
    },
  }
}
