import { once } from "node:events"
import { createServer, request, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { waitForAnswer } from "../guard-order"

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Serves one handler, and asks it once. @param whenSent what is done with the request when the handler has it */
async function ask(handler: RequestListener, whenSent: (abort: () => void) => void): Promise<Server> {
  const server = createServer(handler).listen(0)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const asked = request({ port, agent: false })
  asked.on("error", () => undefined).end()
  await once(server, "request")
  whenSent(() => asked.destroy())
  return server
}

describe("waiting for the answer of a handler", () => {
  it("ends when the answer is sent", async () => {
    const waits: Promise<void>[] = []
    const server = await ask(
      (_, res) => {
        waits.push(waitForAnswer(res))
        res.end("done")
      },
      () => undefined
    )
    await Promise.all(waits)
    expect(waits).toHaveLength(1)
    server.close()
  })

  it.each([
    ["went away meanwhile", false],
    ["had gone away before", true],
  ])("continues while the handler works for a client that %s", async (_, isLate) => {
    const seen: string[] = []
    const waits: Promise<unknown>[] = []
    let finish = () => {}
    const server = await ask(
      (_, res) => {
        const wait = () => waits.push(waitForAnswer(res).then(() => seen.push("answered")))
        if (!isLate) wait()
        res.once("close", () => {
          seen.push("closed")
          if (isLate) wait()
        })
        finish = () => {
          seen.push("finished")
          res.end("to nobody")
        }
      },
      (abort) => abort()
    )
    while (!seen.includes("closed")) await pause(10)
    // It looks again every 50 ms.
    await pause(75)
    finish()
    expect(waits).toHaveLength(1)
    await Promise.all(waits)
    expect(seen).toEqual(["closed", "finished", "answered"])
    server.close()
  })
})
