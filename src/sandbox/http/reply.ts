import type { Assumptions } from "../../gateway/assumptions"
import type { ErrorBody, KnownErrorCode } from "../../gateway/contract"
import { toSandboxError, type ErrorDetail } from "../sandbox-error"
import { statusOf } from "./error-status"

/** An answer before it goes out: `body` is written as JSON, or as it is when it is text. */
export type Reply = { status: number; body: unknown; headers?: Record<string, string> }

/** What an error says; `status` holds unless an assumption gives the code another one. */
export type ErrorContent = {
  status: number
  code: KnownErrorCode
  message: string
  details?: readonly ErrorDetail[]
}

/** The error body of the service. */
export function errorReply(
  error: ErrorContent,
  requestId: string,
  assumptions: Assumptions,
  headers: Record<string, string> = {}
): Reply {
  const { code, message } = error
  const details = detailsOf(error, assumptions)
  const body: ErrorBody = { error: { code, message, details, requestId } }
  return { status: statusOf(error, assumptions), body, headers }
}

/** UNDOCUMENTED: the shape of an item of `details`. */
function detailsOf({ details = [] }: ErrorContent, { errors }: Assumptions): unknown[] {
  if (errors.detailForm === "object") return [...details]
  return details.map(({ field, message }) => `${field}: ${message}`)
}

/** What a control call is refused with, in the form of the service. */
export function controlError(error: unknown): Response {
  const { status, code, message, details } = toSandboxError(error)
  return Response.json({ error: { code, message, details } }, { status })
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
