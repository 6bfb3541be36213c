import type { HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { endpointNames, endpoints, pathOf } from "../../gateway/contract"
import { controlRoutes } from "../control/control-routes"
import { dashboardRoutes } from "../dashboard/dashboard-routes"
import type { SandboxControl } from "../sandbox"
import { pageRoutes } from "../page/page-routes"
import { refusal } from "../sandbox-error"
import type { World } from "../world"
import { DEFAULT_HOST, isAllowedHost } from "./allowed-hosts"
import { endpointHandler } from "./endpoint-handler"
import { controlError, errorReply, toResponse } from "./reply"
import { openEntry } from "./request-entry"

/** Path every endpoint of the service begins with. */
export const API_PREFIX = "/api/v1"

/**
 * Puts the service, the control calls and the page under one address.
 *
 * @param listensOn name or address of this machine that requests are for
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
