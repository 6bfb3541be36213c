/**
 * Answers every request with one invoice, in its own process; sends its parent the port, and ends with it.
 */
import { createServer } from "node:http"
import { invoice } from "./invoice"

const body = JSON.stringify(invoice)
const headers = {
  "content-type": "application/json",
  "content-length": Buffer.byteLength(body),
  "x-request-id": "req_01JD0Q8Z4T7W3N5K9M2B6C8D0F",
}
const server = createServer((_, response) => response.writeHead(200, headers).end(body))

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.send?.(typeof address === "object" && address ? address.port : 0)
})
process.on("disconnect", () => process.exit(0))
