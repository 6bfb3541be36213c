import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { startTcpProxy, type TcpProxy } from "../tcp-proxy"

const settleMs = 60

/** Through a proxy to a server that answers each text with itself in capitals. */
async function open(count = 1) {
  const served: Socket[] = []
  const server = createServer((socket) => {
    served.push(socket)
    socket.on("data", (bytes) => socket.write(bytes.toString().toUpperCase())).on("error", () => undefined)
  })
  server.listen(0)
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  const proxy = await startTcpProxy({ target: address.port })
  const clients = await Promise.all(Array.from({ length: count }, () => enter(proxy)))
  const close = async () => {
    for (const { socket } of clients) socket.destroy()
    await proxy.close()
    server.close()
    for (const socket of served) socket.destroy()
  }
  return { proxy, clients, served, close }
}

async function enter(proxy: TcpProxy) {
  const socket = connect(proxy.port)
  const heard: string[] = []
  let isClosed = false
  socket.on("data", (bytes) => void heard.push(bytes.toString())).on("error", () => undefined)
  socket.on("close", () => void (isClosed = true))
  await once(socket, "connect")
  return { socket, heard, isClosed: () => isClosed }
}

describe("the proxy", () => {
  let run: Awaited<ReturnType<typeof open>>
  afterEach(() => run.close())

  it("passes bytes both ways", async () => {
    run = await open()
    run.clients[0]?.socket.write("begin")
    await delay(settleMs)
    expect(run.clients[0]?.heard).toEqual(["BEGIN"])
  })

  it("cuts every open connection on both sides, and takes new ones", async () => {
    run = await open(3)
    await delay(settleMs)
    expect(run.proxy.cut()).toBe(3)
    await delay(settleMs)
    expect(run.clients.map((one) => one.isClosed())).toEqual([true, true, true])
    expect(run.served.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
    const again = await enter(run.proxy)
    again.socket.write("commit")
    await delay(settleMs)
    expect(again.heard).toEqual(["COMMIT"])
    again.socket.destroy()
  })

  it("holds what is sent while a partition lasts, and passes it on afterwards in order", async () => {
    run = await open()
    run.proxy.hold(false)
    const [client] = run.clients
    client?.socket.write("one ")
    await delay(settleMs)
    client?.socket.write("two")
    await delay(settleMs)
    expect([client?.heard, client?.isClosed()]).toEqual([[], false])
    run.proxy.heal()
    await delay(settleMs)
    expect(client?.heard.join("")).toBe("ONE TWO")
  })

  it("lets only the server notice a partition, and the client when it heals", async () => {
    run = await open()
    await delay(settleMs)
    run.proxy.hold(true)
    await delay(settleMs)
    expect([run.served[0]?.destroyed, run.clients[0]?.isClosed()]).toEqual([true, false])
    run.proxy.heal()
    await delay(settleMs)
    expect(run.clients[0]?.isClosed()).toBe(true)
  })
})
