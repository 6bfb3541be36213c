import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { extname, join } from "node:path"
import type { SeedResult } from "./store/seed-result"

const types: Record<string, string> = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" }
const files = new Set(["index.html", "style.css", "shop.js", "store-client.js"])

/**
 * Serves the storefront page on its own port, as a storefront has its own address in production.
 *
 * @param shop what the page needs: the store's address, and the key and ids of the seed
 */
export async function serveStorefront(port: number, shop: { storeUrl: string; seed: SeedResult }) {
  const { storeUrl, seed } = shop
  const { publishableKey, regionId, shippingOptionId } = seed
  const config = JSON.stringify({ storeUrl, publishableKey, regionId, shippingOptionId })
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").split("?")[0]?.slice(1) || "index.html"
    if (name === "config.json") {
      response.writeHead(200, { "content-type": "application/json" }).end(config)
    } else if (files.has(name)) {
      const type = `${types[extname(name)]}; charset=utf-8`
      response.writeHead(200, { "content-type": type }).end(readFileSync(join(__dirname, "storefront", name)))
    } else {
      response.writeHead(404, { "content-type": "text/plain" }).end("Not found")
    }
  })
  await once(server.listen(port), "listening")
  return {
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
