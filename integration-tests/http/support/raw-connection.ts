import { once } from "node:events"
import { request } from "node:http"
import { connect } from "node:net"
import type { StoreUnderTest } from "./store-suite"

/** Sends text, which may break every rule of HTTP, and reads until the store closes the connection. */
export async function exchange({ origin }: StoreUnderTest, text: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  // The store may close the connection while we are still sending; only its answer matters.
  socket.on("error", () => undefined)
  let answer = ""
  socket.setEncoding("latin1").on("data", (chunk) => (answer += String(chunk)))
  const closed = once(socket, "close")
  socket.write(text, "latin1")
  await closed
  return answer
}

/** Posts under a host of the caller's choice, which `fetch` does not send. */
export function postUnderHost(
  { origin }: StoreUnderTest,
  host: string,
  path: string,
  token: string
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${token}`, "content-type": "application/json" }
    const { hostname, port } = new URL(origin)
    const sent = request({ hostname, port, path, method: "POST", headers }, (answer) => {
      let text = ""
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on("error", reject).end("{}")
  })
}
