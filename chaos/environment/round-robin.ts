import { once } from "node:events"
import { createServer } from "node:http"
import { forward, type Forwarded, keepRequest, type KeptRequest, passOn } from "./forwarding"

const answerTimeoutMs = 60_000

export interface RoundRobin {
  close(): Promise<void>
}

/**
 * Distributes requests among servers, round robin.
 *
 * A server that refuses connections is skipped. A connection lost later is answered with 502 and not retried
 * elsewhere: the request may have had its effect.
 *
 * @param origins such as `http://localhost:9001`
 */
export async function startRoundRobin(port: number, origins: readonly string[]): Promise<RoundRobin> {
  let turn = 0
  const send = async (request: KeptRequest): Promise<Forwarded> => {
    let answer: Forwarded = { lost: "no server" }
    for (let tried = 0; tried < origins.length; tried++) {
      const origin = origins[turn++ % origins.length]
      if (origin === undefined) break
      answer = await forward(origin, request, answerTimeoutMs)
      if (!("lost" in answer && answer.lost === "ECONNREFUSED")) break
    }
    return answer
  }
  const server = createServer((request, response) => {
    keepRequest(request)
      .then(send)
      .then((answer) => passOn(response, answer))
      .catch(() => response.destroy())
  })
  server.listen(port)
  await once(server, "listening")
  return {
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}
