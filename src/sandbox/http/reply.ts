import type { Assumptions } from "../../gateway/assumptions"
import type { ErrorBody, KnownErrorCode } from "../../gateway/contract"
import { toSandboxError, type ErrorDetail } from "../sandbox-error"
import { codeToTheirs } from "./wire-writer"

/** `body` is sent as JSON, or as it is when it is text. */
export type Reply = { status: number; body: unknown; headers?: Record<string, string> }

/** An assumption may override `status`. */
export type ErrorContent = {
  status: number
  /** A documented one, or that of a fault. */
  code: string
  message: string
  details?: readonly ErrorDetail[]
}

export function errorReply(
  error: ErrorContent,
  requestId: string,
  assumptions: Assumptions,
  headers: Record<string, string> = {}
): Reply {
  const { message } = error
  const code = codeToTheirs(error.code, assumptions)
  const details = detailsOf(error, assumptions)
  const body: ErrorBody = { error: { code, message, details, requestId } }
  return { status: statusOf(error, assumptions), body, headers }
}

/** UNDOCUMENTED: the shape of an item of `details`. */
function detailsOf({ details = [] }: ErrorContent, { errors }: Assumptions): unknown[] {
  if (errors.detailForm === "object") return [...details]
  return details.map(({ field, message }) => `${field}: ${message}`)
}

export function controlError(error: unknown): Response {
  const { status, code, message, details } = toSandboxError(error)
  return Response.json({ error: { code, message, details } }, { status })
}

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

type Setting = keyof Assumptions["errors"]["statuses"]

/** UNDOCUMENTED: codes with an open status, and the assumption that decides it. */
const OPEN_STATUSES: Partial<Record<string, Setting>> = {
  INSUFFICIENT_BALANCE: "insufficientBalance",
  WEBHOOK_RETRY_COOLDOWN: "webhookCooldown",
  WEBHOOK_REPLAY_COOLDOWN: "webhookCooldown",
  BILLING_UNDERPAYMENT: "billing",
  BILLING_INVOICE_NOT_PAYABLE: "billing",
  BILLING_PAYMENT_REPLAY_CONFLICT: "billing",
  CACHE_COORDINATION_UNAVAILABLE: "cacheCoordinationUnavailable",
} satisfies Partial<Record<KnownErrorCode, Setting>>

/** The assumed status where the document leaves it open, else the error's own. */
function statusOf({ code, status }: { code: string; status: number }, { errors }: Assumptions): number {
  const setting = OPEN_STATUSES[code]
  return setting ? errors.statuses[setting] : status
}

/** The Retry-After header in real time, rounded up to the second so that no client returns early. `asDate` overrides the assumption. */
export function retryAfter(
  untilMs: number,
  nowMs: number,
  { rateLimit }: Assumptions,
  asDate = rateLimit.retryHeaderForm === "date"
): Record<string, string> {
  const header = rateLimit.retryHeaders[0] ?? "retry-after"
  const date = new Date(Math.ceil(untilMs / 1000) * 1000).toUTCString()
  return { [header]: asDate ? date : String(Math.ceil((untilMs - nowMs) / 1000)) }
}
