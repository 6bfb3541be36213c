import type { HttpBindings } from "@hono/node-server"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import type { Context } from "hono"
import type { Endpoint } from "../../gateway/contract"
import { invalid, SandboxError } from "../sandbox-error"

/**
 * Reads the body of a call. A call without one may send nothing or an empty object.
 *
 * @throws SandboxError for an unwanted body, another content type, or invalid JSON
 */
export async function readRequestBody(context: SandboxContext, endpoint: Endpoint): Promise<unknown> {
  const text = await context.req.text()
  if (text === "" && endpoint.request === undefined) return undefined
  requireJson(context)
  const body = parseJson(text)
  if (endpoint.request !== undefined) return body
  if (typeof body !== "object" || body === null || Object.keys(body).length > 0) {
    throw invalid({ field: "body", message: "this call takes no body" })
  }
  return undefined
}

/**
 * Refuses requests that a page of another site can send without a preflight: forms, plain text, or an empty
 * body.
 *
 * @throws SandboxError 415
 */
function requireJson({ req }: Context): void {
  if (/^application\/json\s*(;|$)/i.test(req.header("content-type") ?? "")) return
  const message = "must be application/json"
  throw new SandboxError(415, "VALIDATION_ERROR", `content-type: ${message}`, [
    { field: "content-type", message },
  ])
}

/** Reads the body of a control or dashboard call; nothing means no fields. @throws SandboxError */
export async function readControlBody(context: Context): Promise<unknown> {
  requireJson(context)
  const text = await context.req.text()
  return text === "" ? {} : parseJson(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid({ field: "body", message: `is not JSON: ${error instanceof Error ? error.message : ""}` })
  }
}

/** The bindings are missing when no port is involved. */
export type SandboxContext = Context<{ Bindings: Partial<HttpBindings> }>

export function dropConnection(context: SandboxContext): Response {
  const { incoming } = context.env
  if (!incoming) throw new Error("only a connection over a port can be dropped")
  incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}
