import { createServer, type Server } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { createControl } from "./control/control-routes"
import { API_PREFIX, createApp, DEFAULT_HOST } from "./http/app"
import type { SandboxOptions } from "./options"
import { createWorldHost } from "./world"

const TICK_MS = 100
/** Longer than a busy client pauses: Node's 5 s close a connection that such a client is about to use again. */
const KEEP_ALIVE_MS = 65_000

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>

/**
 * Starts a payment service for development and tests: real HTTP, real state, no real money.
 *
 * With one seed and one order of calls, every answer is the same to the byte.
 *
 * @throws Error when the port is taken
 * @throws ZodError naming each assumption that is not valid
 * @see src/sandbox/README.md
 * @example
 * const sandbox = await createSandbox({ webhook: { url: "http://127.0.0.1:9000/hooks/onchain", secret: "s" } })
 * await sandbox.pay(invoiceId)
 * await sandbox.settle(invoiceId)
 * await sandbox.close()
 */
export async function createSandbox(options: SandboxOptions = {}) {
  const host = createWorldHost(options)
  const control = createControl(host)
  const hostname = options.host ?? DEFAULT_HOST
  const app = createApp(host.current, control, hostname)
  const { server, port } = await listen(app, options.port ?? 0, hostname)
  const ticker = host.clockMode === "flowing" ? setInterval(host.tick, TICK_MS).unref() : undefined
  const origin = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`
  return {
    ...control,
    /** Base URL of the service, for the plugin option `baseUrl`. */
    url: origin + API_PREFIX,
    /** Address of the page and of `/_sandbox`, without a trailing slash. */
    origin,
    credentials: host.credentials,
    /** Frees the port and ends the deliveries. */
    async close() {
      clearInterval(ticker)
      await host.current().webhooks.stop()
      await shutDown(server)
    },
  }
}

/** @throws Error naming the port when it is taken */
async function listen(
  app: ReturnType<typeof createApp>,
  port: number,
  host: string
): Promise<{ server: Server; port: number }> {
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(describe(error, port, host)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("the sandbox has no TCP address")
  return { server, port: address.port }
}

async function shutDown(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}

function describe(error: Error, port: number, host: string): Error {
  if (!("code" in error) || error.code !== "EADDRINUSE") return error
  return new Error(`port ${port} on ${host} is in use: choose another one, or 0 for any free one`, {
    cause: error,
  })
}
