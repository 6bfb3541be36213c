import type { Assumptions } from "../../gateway/assumptions"
import type { RequestFault } from "../faults/fault"
import { inProgress } from "./idempotency"
import { errorReply, type Reply } from "./reply"

/** The answer of a fault that refuses a call; undefined for a fault that does not answer. */
export function faultReply(
  fault: RequestFault | undefined,
  requestId: string,
  assumptions: Assumptions
): Reply | undefined {
  switch (fault?.kind) {
    case "rate_limit": {
      const error = { status: 429, code: "RATE_LIMIT_EXCEEDED", message: "too many requests" } as const
      const header = assumptions.rateLimit.retryHeaders[0] ?? "retry-after"
      return errorReply(error, requestId, { [header]: retryAfter(fault.retryAfterSeconds, fault.asDate) })
    }
    case "server_error": {
      if (fault.html) return { status: fault.status, body: `<h1>${fault.status}</h1><p>Sandbox fault</p>` }
      const code = fault.status === 503 ? "SERVICE_UNAVAILABLE" : "INTERNAL_SERVER_ERROR"
      return errorReply({ status: fault.status, code, message: "a fault of the sandbox" }, requestId)
    }
    case "in_progress":
      return errorReply(inProgress(), requestId)
    default:
      return undefined
  }
}

/** A date of the clock on the wall, as that is the one a client waits by. */
function retryAfter(seconds: number, asDate = false): string {
  return asDate ? new Date(Date.now() + seconds * 1000).toUTCString() : String(seconds)
}
