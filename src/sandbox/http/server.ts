import { createServer, type Server } from "node:http"
import { getRequestListener } from "@hono/node-server"
import type { createApp } from "./app"

/**
 * Starts to listen.
 *
 * @param port 0 takes a free one
 * @throws Error that names the port when it is taken
 */
export async function listen(
  app: ReturnType<typeof createApp>,
  port: number,
  host: string
): Promise<{ server: Server; port: number }> {
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(describe(error, port, host)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("the sandbox has no TCP address")
  return { server, port: address.port }
}

export async function shutDown(server: Server): Promise<void> {
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
