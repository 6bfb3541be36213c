import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export type LocalProvider = {
  url: string
  /** Path and query of each request, oldest first. */
  requests: { url: string; headers: IncomingMessage["headers"] }[]
  /** Response to the next requests. A function may never respond. */
  answer: (reply: Reply) => void
  close: () => Promise<void>
}
export type Reply =
  | { status?: number; body: string; headers?: Record<string, string> }
  | ((request: IncomingMessage, response: ServerResponse) => void)

/** A local price provider over real HTTP. Responds with 404 until a reply is set. */
export async function startLocalProvider(): Promise<LocalProvider> {
  let reply: Reply = { status: 404, body: "" }
  const requests: LocalProvider["requests"] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? "", headers: request.headers })
    if (typeof reply === "function") return reply(request, response)
    response.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers })
    response.end(reply.body)
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (next) => (reply = next),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
