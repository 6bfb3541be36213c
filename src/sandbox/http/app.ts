import { isIP } from "node:net"
import type { HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { endpointNames, endpoints, pathOf } from "../../gateway/contract"
import { controlRoutes } from "../control/control-routes"
import { dashboardRoutes } from "../dashboard/dashboard-routes"
import { pageRoutes } from "../page/page-routes"
import type { SandboxControl } from "../sandbox"
import { refusal } from "../sandbox-error"
import type { World } from "../world"
import { endpointHandler } from "./endpoint-handler"
import { controlError, errorReply, toResponse } from "./reply"
import { openEntry } from "./request-log"

export const API_PREFIX = "/api/v1"

/**
 * Serves the service, the controls and the page under one address.
 *
 * @param listensOn name or address that requests are for
 */
export function createApp(currentWorld: () => World, control: SandboxControl, listensOn = DEFAULT_HOST) {
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  app.use("*", async ({ req }, next) => {
    const host = req.header("host") ?? new URL(req.url).host
    if (isAllowedHost(host, listensOn)) return next()
    const message = `the sandbox on ${listensOn} does not answer for this Host; --host names another one`
    return controlError(refusal("FORBIDDEN", message))
  })
  const { assumptions } = currentWorld()
  for (const name of endpointNames) {
    const path = pathOf(name, assumptions)
    if (path === null) continue
    app.on(
      endpoints[name].method,
      API_PREFIX + path.replace(/\{(\w+)\}/g, ":$1"),
      endpointHandler(name, currentWorld)
    )
  }
  app.all(`${API_PREFIX}/*`, (context) => {
    const entry = openEntry(currentWorld(), context)
    entry.status = 404
    const message = `the sandbox has no ${entry.method} ${entry.path}`
    const error = { status: 404, code: "NOT_FOUND", message } as const
    const reply = errorReply(error, entry.requestId, currentWorld().assumptions)
    return toResponse(reply, entry.requestId)
  })
  app.route("/_sandbox/dashboard", dashboardRoutes(currentWorld))
  app.route("/_sandbox", controlRoutes(control))
  app.route("/", pageRoutes(control))
  return app
}

/** The default: reachable from this machine only. */
export const DEFAULT_HOST = "127.0.0.1"

/** Whether only this machine can connect. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))
}

/**
 * Whether the Host header of a request names the sandbox.
 *
 * A page of another site can point its own name at this machine and would then reach the sandbox as
 * same-origin; its name stays in the header. Addresses allow no such trick, so a sandbox that listens beyond
 * loopback also accepts addresses.
 *
 * @param header name or address, with or without a port
 */
export function isAllowedHost(header: string, listensOn: string): boolean {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.]+)\]|([^\s:@/[\]]+))(?::\d{1,5})?$/i.exec(header) ?? []
  const host = (bracketed ?? plain ?? "").toLowerCase()
  if (host === "") return false
  if (host === "localhost" || host === "127.0.0.1" || host === "::1") return true
  if (host === listensOn.toLowerCase()) return true
  return !isLoopback(listensOn) && isIP(host) !== 0
}
