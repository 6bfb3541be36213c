import { createServer, type IncomingHttpHeaders } from "node:http"

type Received = {
  id: string
  event: string
  body: string
  data: Record<string, unknown>
}

/** A webhook receiver on its own port. `statuses` are answered in order, then 200. */
export async function startReceiver(statuses: number[] = []) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      received.push(read(Buffer.concat(chunks), request.headers))
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  function read(rawBody: Buffer, headers: IncomingHttpHeaders): Received {
    const { event, data } = JSON.parse(rawBody.toString())
    const id = String(headers["x-webhook-id"])
    return { id, event, data, body: rawBody.toString() }
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("no port")
  return {
    url: `http://127.0.0.1:${address.port}/hooks/onchain`,
    received,
    events: () => received.map(({ event }) => event),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
