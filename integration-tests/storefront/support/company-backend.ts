import { createServer, type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"
import { z } from "zod"
import { createJsonApi } from "../../../demo/shopper/json-api"

const BULK = /^\/store\/carts\/(\w+)\/line-items\/bulk$/
const Lines = z.object({ line_items: z.array(z.object({ variant_id: z.string(), quantity: z.number() })) })

/**
 * Stands between the B2B starter and a blank store, which lacks the one route of the starter's backend that a purchase
 * needs: adding several lines at once. Everything else passes unchanged.
 *
 * @returns its close function
 */
export async function serveCompanyBackend(port: number, storeUrl: string): Promise<() => Promise<void>> {
  const server = createServer((asked, answer) => {
    const url = new URL(asked.url ?? "/", storeUrl)
    const cart = BULK.exec(url.pathname)?.[1]
    if (cart)
      void addLines(asked, storeUrl, cart).then(
        () => answer.writeHead(200, { "content-type": "application/json" }).end("{}"),
        (error: unknown) => answer.writeHead(500).end(String(error))
      )
    else {
      const forwarded = request(url, { method: asked.method, headers: asked.headers }, (received) => {
        answer.writeHead(received.statusCode ?? 502, received.headers)
        received.pipe(answer)
      })
      forwarded.on("error", (error) => answer.destroy(error))
      asked.pipe(forwarded)
    }
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
}

async function addLines(asked: IncomingMessage, storeUrl: string, cart: string): Promise<void> {
  const { line_items } = Lines.parse(JSON.parse(await text(asked)))
  const key = String(asked.headers["x-publishable-api-key"])
  const store = createJsonApi(storeUrl, { "x-publishable-api-key": key })
  for (const line of line_items) await store.post(`/store/carts/${cart}/line-items`, line)
}
