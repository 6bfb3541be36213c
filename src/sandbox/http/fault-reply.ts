import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Assumptions } from "../../gateway/assumptions"
import type { KnownErrorCode } from "../../gateway/contract"
import type { RequestFault } from "../faults/fault"
import { inProgress } from "./idempotency"
import { errorReply, retryAfter, toResponse, type Reply } from "./reply"
import type { SandboxContext } from "./request-body"

/** `wallNow` is the real time, epoch milliseconds. */
export type Answering = { requestId: string; assumptions: Assumptions; wallNow: () => number }

/** The answer of a fault that refuses the call; undefined for other faults. */
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
    case "refusal": {
      const { status, code } = fault
      return errorReply({ status, code, message: "a fault of the sandbox" }, requestId, assumptions)
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

type BrokenAnswer = Extract<RequestFault, { kind: "broken_answer" }>

/** HTTP forbids a body for these. */
const BODILESS: readonly number[] = [204, 205, 304]

/**
 * Answers a call after its effect with another status, another body, or both. The stored answer stays intact,
 * so a repeat gets it whole.
 */
export function breakAnswer(
  fault: BrokenAnswer,
  reply: Reply,
  {
    context,
    requestId,
    assumptions,
  }: { context: SandboxContext; requestId: string; assumptions: Assumptions }
): Response {
  const status = fault.status ?? reply.status
  if (BODILESS.includes(status)) return new Response(null, { status, headers: { "x-request-id": requestId } })
  if (fault.body === "cut") return cutOff({ ...reply, status }, context)
  const body = fault.body === undefined ? reply.body : brokenBody(fault.body, reply.body, assumptions)
  return toResponse({ ...reply, status, body }, requestId)
}

function brokenBody(
  form: Exclude<BrokenAnswer["body"], "cut" | undefined>,
  body: unknown,
  assumptions: Assumptions
) {
  switch (form) {
    case "html":
      return "<p>Sandbox fault: a body nobody expects</p>"
    case "empty":
      return ""
    case "list":
      return []
    case "odd_id":
      return JSON.parse(
        JSON.stringify(body, (name, value: unknown) =>
          Object.values(assumptions.ids).flat().includes(name) ? { odd: true } : value
        )
      ) as unknown
    case "error":
      return { error: { code: "SANDBOX_FAULT", message: "an answer from elsewhere" } }
  }
}

/** Headers and half of the body, then nothing. */
function cutOff({ status, body }: Reply, { env: { incoming, outgoing } }: SandboxContext): Response {
  if (!incoming || !outgoing) throw new Error("only a connection over a port can be cut off")
  const text = JSON.stringify(body)
  outgoing.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  })
  outgoing.write(text.slice(0, Math.ceil(text.length / 2)), () => incoming.socket.destroy())
  return RESPONSE_ALREADY_SENT
}
