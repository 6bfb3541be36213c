import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { keepRequest, type KeptRequest } from "../forwarding"

/** A test server that keeps what it receives. */
export interface LocalServer {
  origin: string
  requests: KeptRequest[]
  close(): Promise<void>
}

/** @param status status to answer, or null to drop the connection */
export async function startLocalServer(status: number | null): Promise<LocalServer> {
  const requests: KeptRequest[] = []
  const server: Server = createServer((request, response) => {
    void keepRequest(request).then((kept) => {
      requests.push(kept)
      if (status === null) response.destroy()
      else response.writeHead(status, { "x-served": "yes" }).end(`answer ${requests.length}`)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}
