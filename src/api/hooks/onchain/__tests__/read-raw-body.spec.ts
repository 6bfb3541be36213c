import { once } from "node:events"
import { createServer, request, type IncomingMessage, type Server } from "node:http"
import { connect, type AddressInfo } from "node:net"
import type { RawBody } from "../../../../modules/onchain/inbox/inbox"
import { OpenReadings } from "../route"

const LIMIT = 1_000
const MAX_OPEN = 3
const DEADLINE_MS = 300
let server: Server
let results: Promise<RawBody>[] = []
let readings: OpenReadings
let nowMs = 0

beforeEach(async () => {
  results = []
  nowMs = 0
  readings = new OpenReadings(() => nowMs, DEADLINE_MS)
  server = createServer((incoming: IncomingMessage, response) => {
    const result = readings.read(incoming, { limitBytes: LIMIT, maxOpen: MAX_OPEN })
    results.push(result)
    result.then(
      (body) => response.writeHead(200, { connection: "close" }).end("bytes" in body ? "read" : body.refusal),
      () => response.destroy()
    )
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, "close")
})

const port = () => (server.address() as AddressInfo).port

async function post(body: Buffer | Buffer[], headers: Record<string, string> = {}): Promise<RawBody> {
  const outgoing = request({ port: port(), host: "127.0.0.1", method: "POST", headers, agent: false })
  // A refused body is not read to its end, so the rest of it may meet a closed connection.
  outgoing.on("error", () => undefined)
  for (const chunk of Array.isArray(body) ? body : []) outgoing.write(chunk)
  outgoing.end(Array.isArray(body) ? undefined : body)
  return firstResult()
}

async function firstResult(): Promise<RawBody> {
  for (let turn = 0; turn < 500 && results.length === 0; turn++)
    await new Promise((done) => setTimeout(done, 2))
  const [result] = results
  if (!result) throw new Error("no request arrived")
  return result
}

test("the bytes come as they were sent, whatever their content type says", async () => {
  const bytes = Buffer.from([0, 255, 13, 10, 0xc3, 0x28])
  expect(await post(bytes, { "content-type": "application/x-www-form-urlencoded" })).toEqual({ bytes })
})

test.each([
  ["exactly the limit", LIMIT, false],
  ["one byte more", LIMIT + 1, true],
])("a body of %s is judged, with a content length and in chunks without one", async (_, size, isTooLarge) => {
  const bytes = Buffer.alloc(size, 97)
  const expected = isTooLarge ? { refusal: "body_too_large" } : { bytes }
  expect(await post(bytes)).toEqual(expected)
  results = []
  const chunks = [bytes.subarray(0, 400), bytes.subarray(400)]
  expect(await post(chunks, { "transfer-encoding": "chunked" })).toEqual(expected)
})

test("an endless body is refused as soon as it is too long", async () => {
  const socket = connect(port(), "127.0.0.1").on("error", () => undefined)
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n")
  const endless = setInterval(() => socket.write(`190\r\n${"a".repeat(400)}\r\n`), 2)
  try {
    expect(await firstResult()).toEqual({ refusal: "body_too_large" })
  } finally {
    clearInterval(endless)
    socket.destroy()
  }
})

test.each(["gzip", "br", "deflate", "zstd", "gzip, identity"])(
  "a body in %s is refused unread",
  async (encoding) => {
    expect(await post(Buffer.from("x"), { "content-encoding": encoding })).toEqual({
      refusal: "encoding_unsupported",
    })
  }
)

/** A sender that announces a body and sends a part of it. */
function trickle() {
  const socket = connect(port(), "127.0.0.1").on("error", () => undefined)
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf")
  return socket
}

async function untilOpen(count: number): Promise<void> {
  for (let turn = 0; turn < 500 && readings.count !== count; turn++)
    await new Promise((done) => setTimeout(done, 2))
  expect(readings.count).toBe(count)
}

test("a trickling body is dropped at the deadline, however much still arrives, and the sender is answered", async () => {
  const socket = trickle()
  const drops = setInterval(() => socket.write("x"), 20)
  const [answer] = (await once(socket, "data")) as [Buffer]
  clearInterval(drops)
  expect(answer.toString()).toContain("body_timeout")
  expect(await firstResult()).toEqual({ refusal: "body_timeout" })
  expect(readings.count).toBe(0)
  socket.destroy()
})

test("beyond the bodies that are read at once another is refused, and a place is free again when one is through", async () => {
  const senders = [trickle(), trickle(), trickle()]
  await untilOpen(MAX_OPEN)
  const body = Buffer.from("whole")
  results = []
  expect(await post(body)).toEqual({ refusal: "too_many_readings" })
  senders[0]?.write("x".repeat(96))
  await untilOpen(MAX_OPEN - 1)
  results = []
  expect(await post(body)).toEqual({ bytes: body })
  senders.forEach((socket) => socket.destroy())
})

test("senders that trickle cannot keep the door shut: the slowest of them makes room", async () => {
  const senders = [trickle(), trickle(), trickle()]
  await untilOpen(MAX_OPEN)
  const [first] = results
  nowMs = 1_000
  results = []
  expect(await post(Buffer.from("whole"))).toEqual({ bytes: Buffer.from("whole") })
  expect(await first).toEqual({ refusal: "too_many_readings" })
  expect(readings.count).toBe(MAX_OPEN - 1)
  senders.forEach((socket) => socket.destroy())
})
