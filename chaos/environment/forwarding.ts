import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"

/** A request as it arrived, kept so that it can be sent once or more. */
export interface KeptRequest {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body: Buffer
}

/** The answer, or the code of a lost connection, such as `ECONNREFUSED`. */
export type Forwarded = { status: number; headers: Headers; body: Buffer } | { lost: string }

/** Belong to one connection, or are set by the client. */
const connectionHeaders = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding"])
/** The body was decompressed on the way. */
const bodyHeaders = new Set(["content-encoding", "content-length", "transfer-encoding", "connection"])

/** Reads a request to its end, byte by byte as it was sent. */
export async function keepRequest(request: IncomingMessage): Promise<KeptRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const { method = "GET", url: path = "/" } = request
  return { method, path, headers: ownHeaders(request.headers), body: Buffer.concat(chunks) }
}

/** Sends a kept request to a server. An unreachable server is an answer too. */
export async function forward(origin: string, request: KeptRequest, timeoutMs: number): Promise<Forwarded> {
  const { method, path, headers, body } = request
  try {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers,
      body: body.length > 0 ? new Uint8Array(body) : undefined,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
  } catch (error) {
    return { lost: codeOf(error) }
  }
}

/** Answers with another server's answer. */
export function passOn(response: ServerResponse, forwarded: Forwarded): void {
  if ("lost" in forwarded) {
    response.writeHead(502, { "content-type": "text/plain" }).end(forwarded.lost)
    return
  }
  for (const [name, value] of forwarded.headers)
    if (!bodyHeaders.has(name)) response.appendHeader(name, value)
  response.writeHead(forwarded.status).end(forwarded.body)
}

function ownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || connectionHeaders.has(name) ? [] : [[name, String(value)]]
    )
  )
}

/** Not `instanceof Error`: a test runner may give a file its own Error, which is not Node's. */
function codeOf(error: unknown): string {
  const isObject = typeof error === "object" && error !== null
  const cause = isObject && "cause" in error && error.cause ? error.cause : error
  const hasCode = typeof cause === "object" && cause !== null && "code" in cause
  return hasCode ? String(cause.code) : String(cause)
}
