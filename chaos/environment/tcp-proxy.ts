import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** Reads what passes through one connection, and may end it. Bytes are passed on as returned; null cuts the connection instead. */
export interface Tap {
  fromClient(bytes: Buffer): Buffer | null
  fromServer(bytes: Buffer): Buffer | null
}

/** Stands between one store process and a server. */
export interface TcpProxy {
  readonly port: number
  /** Open connections. */
  readonly count: number
  /** Cuts every open connection without a goodbye. @returns how many there were */
  cut(): number
  /**
   * Holds everything that both sides send, and closes nothing: the client waits. New connections are accepted and held too.
   *
   * @param serverNotices the server loses its side at once, as when its keep-alive runs out, and ends what was open in it; the client
   * learns of it when the partition heals
   */
  hold(serverNotices: boolean): void
  /** Passes on what was held. */
  heal(): void
  close(): Promise<void>
}

interface Pair {
  cut(): void
  loseServer(): void
  flow(): void
}

/**
 * Passes bytes between clients and a server, unchanged.
 *
 * @param options.target port of the server
 * @param options.tap created for each connection
 */
export async function startTcpProxy(options: { target: number; tap?: () => Tap }): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let isHolding = false

  const server = createServer({ allowHalfOpen: false, noDelay: true }, (client) => {
    const pair = join(client, options, () => isHolding)
    pairs.add(pair)
    client.once("close", () => pairs.delete(pair))
  })
  server.listen(0)
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The proxy has no port")
  const cut = () => {
    const all = [...pairs]
    for (const pair of all) pair.cut()
    return all.length
  }
  return {
    port: address.port,
    get count() {
      return pairs.size
    },
    cut,
    hold(serverNotices) {
      isHolding = true
      if (serverNotices) for (const pair of pairs) pair.loseServer()
    },
    heal() {
      isHolding = false
      for (const pair of pairs) pair.flow()
    },
    async close() {
      server.close()
      cut()
      await once(server, "close")
    },
  }
}

function join(
  client: Socket,
  { target, tap }: Parameters<typeof startTcpProxy>[0],
  isHolding: () => boolean
): Pair {
  const server = connect({ port: target, host: "localhost", noDelay: true })
  const reader = tap?.()
  const held: { to: Socket; bytes: Buffer }[] = []
  let isServerLost = false
  const cut = () => {
    // A reset, not an orderly end: the other side of a broken connection gets no goodbye.
    client.resetAndDestroy()
    server.resetAndDestroy()
  }
  const pass = (to: Socket, bytes: Buffer | null) => {
    if (bytes === null) return cut()
    if (isHolding() || held.length > 0) held.push({ to, bytes })
    else if (!to.destroyed) to.write(bytes)
  }
  const end = () => {
    if (!isServerLost) cut()
  }
  client.on("data", (bytes) => pass(server, reader ? reader.fromClient(bytes) : bytes))
  server.on("data", (bytes) => pass(client, reader ? reader.fromServer(bytes) : bytes))
  for (const socket of [client, server]) socket.on("error", () => undefined)
  client.once("close", () => server.destroy())
  server.once("close", end)
  return {
    cut,
    loseServer() {
      isServerLost = true
      server.resetAndDestroy()
    },
    flow() {
      if (isServerLost) return cut()
      for (const { to, bytes } of held.splice(0)) if (!to.destroyed) to.write(bytes)
    },
  }
}
