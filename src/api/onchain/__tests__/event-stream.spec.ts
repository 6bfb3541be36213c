import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { EventStream } from "../event-stream"

let server: Server
let port: number
let answers: ServerResponse[]
let nowMs: number
const sockets: Socket[] = []

beforeEach(async () => {
  answers = []
  nowMs = 1_000_000
  server = createServer((_req, res) => void answers.push(res)).listen(0, "127.0.0.1")
  await once(server, "listening")
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  if (server.listening) await new Promise((done) => server.close(done))
})

/** A browser's connection: everything it received, headers included. */
async function connectTo({ isReading = true } = {}) {
  const socket = connect(port, "127.0.0.1")
  sockets.push(socket)
  socket.on("error", () => undefined)
  let text = ""
  if (isReading) socket.setEncoding("utf8").on("data", (chunk) => (text += String(chunk)))
  socket.write("GET /events HTTP/1.1\r\nhost: store\r\naccept-encoding: gzip, br\r\n\r\n")
  await until(() => answers.length > 0)
  const res = answers.shift()
  if (!res) throw new Error("the request did not arrive")
  const stream = new EventStream(
    res,
    () => nowMs,
    () => 0,
    100
  )
  return { socket, res, stream, received: () => text }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let n = 0; n < 500 && !isTrue(); n++) await new Promise((done) => setTimeout(done, 10))
  expect(isTrue()).toBe(true)
}

test("a comment every 15 seconds keeps an idle stream alive", async () => {
  const { stream, received } = await connectTo()
  const beats = () => received().match(/^: still here$/gm)?.length ?? 0
  nowMs += 14_999
  expect(stream.keep()).toBe(true)
  nowMs += 1
  expect(stream.keep()).toBe(true)
  expect(stream.keep()).toBe(true)
  await until(() => beats() === 1)
  nowMs += 10_000
  stream.send("checkout", "v1", "{}")
  nowMs += 10_000
  expect(stream.keep()).toBe(true)
  await until(() => received().includes("id: v1"))
  expect(beats()).toBe(1)
})

test("a stream ends after 15 minutes and its connection can be reused", async () => {
  const { stream, res, socket } = await connectTo()
  nowMs += 899_999
  expect(stream.keep()).toBe(true)
  nowMs += 1
  expect(stream.keep()).toBe(false)
  stream.end()
  await until(() => res.closed)
  expect(socket.destroyed).toBe(false)
})

test("a stream that ends without its reader closes the connection", async () => {
  const { stream, res } = await connectTo({ isReading: false })
  const data = JSON.stringify("x".repeat(60_000))
  const isHeldBack = async () => {
    for (let n = 0; n < 5 && res.writableLength > 0; n++) await new Promise((done) => setTimeout(done, 5))
    return res.writableLength > 0
  }
  do stream.send("checkout", "v1", data)
  while (!(await isHeldBack()))
  expect(stream.keep()).toBe(true)
  stream.end()
  expect(res.destroyed).toBe(false)
  await until(() => res.destroyed)
})

test("streams end when the server stops listening, so that it can shut down", async () => {
  const { stream } = await connectTo()
  expect(stream.keep()).toBe(true)
  const stopped = new Promise((done) => server.close(done))
  expect(stream.keep()).toBe(false)
  stream.end()
  server.closeIdleConnections()
  await until(() => !server.listening)
  server.closeAllConnections()
  await stopped
})

test("a reader that reads nothing buffers a bounded amount and is disconnected", async () => {
  const { stream, res } = await connectTo({ isReading: false })
  const data = JSON.stringify("x".repeat(3_000))
  let sent = 0
  while (stream.keep() && sent < 20_000) {
    stream.send("checkout", `v${sent++}`, data)
    if (sent % 50 === 0) await new Promise((done) => setImmediate(done))
  }
  expect(stream.keep()).toBe(false)
  for (let n = 0; n < 1_000; n++) stream.send("checkout", "more", data)
  expect(res.writableLength).toBeLessThan(64 * 1024 + 4_000)
  stream.end()
  await until(() => res.destroyed)
})
