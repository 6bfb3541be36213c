import type { Endpoint } from "../../gateway/contract"
import type { Context } from "hono"
import { invalid, SandboxError } from "../sandbox-error"
import type { SandboxContext } from "./connection"

/**
 * Reads the body of a call. A call without one may send nothing, or an empty object.
 *
 * @throws SandboxError for a body that is no JSON, is not announced as JSON, or is not wanted
 */
export async function readRequestBody(context: SandboxContext, endpoint: Endpoint): Promise<unknown> {
  const text = await context.req.text()
  if (text === "" && endpoint.request === undefined) return undefined
  requireJson(context)
  const body = parseJson(text)
  if (endpoint.request !== undefined) return body
  if (typeof body !== "object" || body === null || Object.keys(body).length > 0) {
    throw invalid({ field: "body", message: "this call takes none" })
  }
  return undefined
}

/**
 * Refuses whatever a page of another site can send without asking: forms, plain text, and nothing at all.
 *
 * @throws SandboxError 415
 */
export function requireJson({ req }: Context): void {
  if (/^application\/json\s*(;|$)/i.test(req.header("content-type") ?? "")) return
  const message = "must be application/json"
  throw new SandboxError(415, "VALIDATION_ERROR", `content-type: ${message}`, [
    { field: "content-type", message },
  ])
}

/**
 * Reads the body of a call that is no endpoint of the service. An empty one stands for no fields.
 *
 * @throws SandboxError
 */
export async function readControlBody(context: Context): Promise<unknown> {
  requireJson(context)
  const text = await context.req.text()
  return text === "" ? {} : parseJson(text)
}

/** @throws SandboxError */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid({ field: "body", message: `is no JSON: ${error instanceof Error ? error.message : ""}` })
  }
}
