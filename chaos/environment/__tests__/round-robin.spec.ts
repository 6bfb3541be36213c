import { freePort } from "../../../scripts/process/port"
import { startRoundRobin } from "../round-robin"
import { type LocalServer, startLocalServer } from "./local-server"

describe("the round robin", () => {
  const closing: { close(): Promise<void> }[] = []
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((one) => one.close()))
  })

  async function serve(status: number | null): Promise<LocalServer> {
    const server = await startLocalServer(status)
    closing.push(server)
    return server
  }
  async function inFrontOf(...origins: string[]): Promise<string> {
    const port = await freePort()
    closing.push(await startRoundRobin(port, origins))
    return `http://127.0.0.1:${port}`
  }

  it("distributes requests in turn", async () => {
    const [one, two] = [await serve(200), await serve(200)]
    const front = await inFrontOf(one.origin, two.origin)
    for (let sent = 0; sent < 6; sent++) await fetch(front)
    expect([one.requests.length, two.requests.length]).toEqual([3, 3])
  })

  it("forwards bytes, path, headers and answer unchanged", async () => {
    const server = await serve(201)
    const front = await inFrontOf(server.origin)
    const body = Buffer.from('{"amount":  "1.50",\n"ü":1}')
    const headers = { "content-type": "application/json", "x-webhook-id": "whk_1" }
    const answer = await fetch(`${front}/hooks/onchain?a=1`, { method: "POST", body, headers })
    expect({ status: answer.status, served: answer.headers.get("x-served") }).toEqual({
      status: 201,
      served: "yes",
    })
    expect(await answer.text()).toBe("answer 1")
    expect(server.requests).toMatchObject([{ method: "POST", path: "/hooks/onchain?a=1", headers }])
    expect(server.requests[0]?.body.equals(body)).toBe(true)
  })

  it("skips a server that refuses connections", async () => {
    const [gone, there] = [await startLocalServer(200), await serve(200)]
    const front = await inFrontOf(gone.origin, there.origin)
    await gone.close()
    for (let sent = 0; sent < 4; sent++) expect((await fetch(front)).status).toBe(200)
    expect(there.requests).toHaveLength(4)
  })

  it("answers 502 without a retry when a connection is lost", async () => {
    const [broken, other] = [await serve(null), await serve(200)]
    const front = await inFrontOf(broken.origin, other.origin)
    expect((await fetch(front, { method: "POST", body: "once" })).status).toBe(502)
    expect([broken.requests.length, other.requests.length]).toEqual([1, 0])
  })
})
