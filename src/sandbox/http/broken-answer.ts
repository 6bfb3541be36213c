import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Assumptions } from "../../gateway/assumptions"
import type { RequestFault } from "../faults/fault"
import type { SandboxContext } from "./connection"
import { toResponse, type Reply } from "./reply"

type BrokenAnswer = Extract<RequestFault, { kind: "broken_answer" }>

/** HTTP knows these without a body. */
const BODILESS: readonly number[] = [204, 205, 304]

/**
 * Answers a call that has had its effect with another status, another body, or both.
 *
 * The stored answer of its idempotency key stays whole, so that a repetition gets what the first call would have got.
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
          name === assumptions.resource.idField ? { odd: true } : value
        )
      ) as unknown
    case "error":
      return { error: { code: "SANDBOX_FAULT", message: "the answer of something else" } }
  }
}

/** Headers and half of the body, then nothing more. */
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
