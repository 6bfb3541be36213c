import type { Endpoint } from "../../gateway/contract"
import { invalid } from "../sandbox-error"
import type { SandboxContext } from "./connection"

/**
 * Reads the body of a call. A call without one may send nothing, or an empty object.
 *
 * @throws SandboxError for a body that is no JSON, is not announced as JSON, or is not wanted
 */
export async function readRequestBody(context: SandboxContext, endpoint: Endpoint): Promise<unknown> {
  const text = await context.req.text()
  if (text === "" && endpoint.request === undefined) return undefined
  const type = context.req.header("content-type") ?? ""
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw invalid({ field: "content-type", message: "must be application/json" })
  }
  const body = parseJson(text)
  if (endpoint.request !== undefined) return body
  if (typeof body !== "object" || body === null || Object.keys(body).length > 0) {
    throw invalid({ field: "body", message: "this call takes none" })
  }
  return undefined
}

/** @throws SandboxError */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid({ field: "body", message: `is no JSON: ${error instanceof Error ? error.message : ""}` })
  }
}
