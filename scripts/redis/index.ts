import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { connect } from "node:net"
import { freePort } from "../process/port"
import { logTail, startTiedProcess } from "../process/tied-process"
import { waitUntil } from "../process/wait-until"
import { requireRedis } from "../programs"

/** A private Redis, removed with its data when this process ends. */
export interface Redis {
  readonly port: number
  readonly url: string
  /** Kills it with `-9`. */
  crash(): Promise<void>
  /** Starts a crashed server on the same port, with what was on its disk, or empty. */
  restart(options?: { isEmpty: boolean }): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts Redis on a free port with its own directory.
 *
 * @param options `isDurable` writes every change to the disk, as a merchant's Redis does; by default nothing, since what a cluster must
 * not lose is in Postgres
 * @throws Error with what it printed when it does not start
 * @example const redis = await startRedis()
 */
export async function startRedis({ isDurable = false } = {}): Promise<Redis> {
  const command = requireRedis()
  const directory = mkdtempSync(join(tmpdir(), "onchain-redis-"))
  const port = await freePort()
  const appendonly = isDurable ? "yes" : "no"
  const settings = { port: String(port), bind: "127.0.0.1", dir: directory, save: "", appendonly }
  const start = async () => {
    const server = startTiedProcess({
      name: "redis",
      command,
      args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
      cwd: directory,
      env: { PATH: process.env.PATH },
      logFile: join(directory, "redis.log"),
    })
    let hasEnded = false
    void server.exited.then(() => (hasEnded = true))
    await waitUntil("Redis to start", async () => {
      if (hasEnded) throw new Error(`Redis did not start:\n${logTail(server.logFile)}`)
      return (await isListening(port)) || null
    })
    return server
  }
  let server = await start()
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    crash: () => server.kill(),
    async restart({ isEmpty } = { isEmpty: false }) {
      if (isEmpty) rmSync(join(directory, "appendonlydir"), { recursive: true, force: true })
      server = await start()
    },
    async stop() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    const answer = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once("connect", () => answer(true)).once("error", () => answer(false))
  })
}
