import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http"
import { createGatewayClient } from "../client/client"
import { MAX_RESPONSE_BYTES } from "../client/http"
import { errorOf, invoiceBody, invoiceRequest } from "./scripted-gateway"

let server: Server
let listener: RequestListener
let requests: number

beforeAll(async () => {
  server = createServer((request, response) => {
    requests++
    listener(request, response)
    request.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
beforeEach(() => {
  requests = 0
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function client(options: { timeoutMs?: number; maxAttempts?: number } = {}) {
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return createGatewayClient({
    baseUrl: `http://127.0.0.1:${address.port}`,
    businessId: "biz_1",
    apiKey: "key",
    maxAttempts: 2,
    sleep: () => Promise.resolve(),
    ...options,
  })
}
const create = (options = {}) => client(options).createInvoice(invoiceRequest, { idempotencyKey: "k_1" })

test("a connection that breaks before, during and after the headers is repeated, then uncertain", async () => {
  const breaks: RequestListener[] = [
    (request) => request.socket.destroy(),
    (_, response) => {
      response.writeHead(201, { "content-length": "500" }).write('{"id":')
      setImmediate(() => response.destroy())
    },
  ]
  for (const broken of breaks) {
    requests = 0
    listener = broken
    expect(await errorOf(create())).toMatchObject({
      code: "NETWORK_ERROR",
      outcome: "unknown",
      isRetryable: true,
    })
    expect(requests).toBe(2)
  }
})

test.each<[string, (response: ServerResponse) => unknown]>([
  ["is never answered", () => undefined],
  ["gets a body that never ends", (response) => response.writeHead(201).write('{"id":')],
])("an attempt that %s ends on time, and takes its connection with it", async (_, answer) => {
  let isClosed = false
  listener = (request, response) => {
    request.socket.on("close", () => (isClosed = true))
    answer(response)
  }
  const error = await errorOf(create({ timeoutMs: 50, maxAttempts: 1 }))
  expect(error).toMatchObject({ code: "TIMEOUT", outcome: "unknown", isRetryable: true, status: undefined })
  while (!isClosed) await new Promise(setImmediate)
})

test("calls in turn share two connections at most, also of several clients, and send what the service requires", async () => {
  const seen: { port: number | undefined; headers: IncomingHttpHeaders; body: string }[] = []
  listener = (request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      seen.push({ port: request.socket.remotePort, headers: request.headers, body })
      response.writeHead(201, { "x-request-id": "req_1" }).end(JSON.stringify(invoiceBody))
    })
  }
  for (let call = 0; call < 8; call++) await create()
  await client().getInvoice("inv_1")
  expect(new Set(seen.map(({ port }) => port)).size).toBeLessThanOrEqual(2)
  expect(seen[0]?.headers).toMatchObject({
    accept: "application/json",
    "content-type": "application/json",
    "x-api-key": "key",
    "idempotency-key": "k_1",
  })
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual(invoiceRequest)
  expect(seen[8]?.headers).not.toHaveProperty("idempotency-key")
})

test("an idle connection does not keep the process alive", async () => {
  listener = (_, response) => response.writeHead(201).end(JSON.stringify(invoiceBody))
  const held = () =>
    process.getActiveResourcesInfo().filter((kind) => /TCPSocketWrap|Timeout/.test(kind)).length
  const before = held()
  await create()
  await new Promise(setImmediate)
  // The server's end of the connection counts, ours does not.
  expect(held()).toBeLessThanOrEqual(before + 1)
})

test("a redirect is not followed: the key stays with the configured address", async () => {
  listener = (request, response) => response.writeHead(307, { location: `${request.url}/elsewhere` }).end()
  const redirected = { code: "UNEXPECTED_RESPONSE", status: 307, outcome: "unknown", isRetryable: false }
  const message = expect.stringMatching(/redirect/)
  expect(await errorOf(create())).toMatchObject({ ...redirected, isAccepted: false, message })
  expect(requests).toBe(1)
})

test("a response larger than the limit is not read to its end", async () => {
  let isCutOff = false
  listener = (_, response) => {
    response.on("close", () => {
      isCutOff = !response.writableFinished
    })
    const megabyte = Buffer.alloc(1024 * 1024, " ")
    const write = () => {
      while (!response.destroyed && response.write(megabyte));
      response.once("drain", write)
    }
    write()
  }
  const error = await errorOf(create())
  expect(error).toMatchObject({ code: "UNEXPECTED_RESPONSE", outcome: "unknown", status: 200 })
  expect(String(error)).toContain("too large")
  while (!isCutOff) await new Promise(setImmediate)
})

test("a response as large as the limit is read", async () => {
  const body = JSON.stringify(invoiceBody).padEnd(MAX_RESPONSE_BYTES, " ")
  listener = (_, response) => response.writeHead(201).end(body)
  await expect(create()).resolves.toMatchObject(invoiceBody)
})
