import type { ErrorBody, KnownErrorCode } from "../../gateway/contract"
import type { SandboxError } from "../sandbox-error"

/** An answer before it goes out: `body` is written as JSON, or as it is when it is text. */
export type Reply = { status: number; body: unknown; headers?: Record<string, string> }

/** The error body of the service. */
export function errorReply(
  error: { status: number; code: KnownErrorCode; message: string; details?: SandboxError["details"] },
  requestId: string,
  headers: Record<string, string> = {}
): Reply {
  const { status, code, message, details = [] } = error
  const body: ErrorBody = { error: { code, message, details: [...details], requestId } }
  return { status, body, headers }
}

/** Turns a reply into a response. */
export function toResponse({ status, body, headers }: Reply, requestId: string): Response {
  const isText = typeof body === "string"
  return new Response(isText ? body : JSON.stringify(body), {
    status,
    headers: {
      "content-type": isText ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
      "x-request-id": requestId,
      ...headers,
    },
  })
}
