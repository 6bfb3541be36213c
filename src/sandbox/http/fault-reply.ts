import type { Assumptions } from "../../gateway/assumptions"
import type { KnownErrorCode } from "../../gateway/contract"
import type { RequestFault } from "../faults/fault"
import { inProgress } from "./idempotency"
import { errorReply, type Reply } from "./reply"
import { retryAfter } from "./retry-after"

/** What every answer needs. `wallNow` is the clock a client waits by, epoch milliseconds. */
export type Answering = { requestId: string; assumptions: Assumptions; wallNow: () => number }

/** The answer of a fault that refuses a call; undefined for a fault that does not refuse it. */
export function faultReply(
  fault: RequestFault | undefined,
  { requestId, assumptions, wallNow }: Answering
): Reply | undefined {
  switch (fault?.kind) {
    case "rate_limit": {
      const untilMs = wallNow() + fault.retryAfterSeconds * 1000
      const headers = retryAfter(untilMs, wallNow(), assumptions, fault.asDate)
      return errorReply(TOO_MANY_REQUESTS, requestId, assumptions, headers)
    }
    case "server_error": {
      const code = fault.code ?? (fault.status === 503 ? "SERVICE_UNAVAILABLE" : "INTERNAL_SERVER_ERROR")
      const error = { status: STATUSES[code], code, message: "a fault of the sandbox" }
      const reply = errorReply(error, requestId, assumptions)
      const status = fault.status ?? reply.status
      return { ...reply, status, body: fault.html ? `<h1>${status}</h1><p>Sandbox fault</p>` : reply.body }
    }
    case "address_pool_exhausted": {
      const message = "no deposit address is free at the moment"
      return errorReply({ status: 503, code: "SERVICE_UNAVAILABLE", message }, requestId, assumptions)
    }
    case "in_progress":
      return errorReply(inProgress(), requestId, assumptions)
    default:
      return undefined
  }
}

export const TOO_MANY_REQUESTS = {
  status: 429,
  code: "RATE_LIMIT_EXCEEDED",
  message: "too many requests",
} as const

/** Status of a code when the fault names none. */
const STATUSES = {
  SERVICE_UNAVAILABLE: 503,
  CACHE_COORDINATION_UNAVAILABLE: 503,
  INTERNAL_SERVER_ERROR: 500,
} as const satisfies Partial<Record<KnownErrorCode, number>>
