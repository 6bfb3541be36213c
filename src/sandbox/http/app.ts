import type { HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { isIP } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import type { Assumptions } from "../../gateway/assumptions"
import { type EndpointName, endpointNames, endpoints, pathOf, unwrapList } from "../../gateway/contract"
import { billingOperations } from "../billing/purchases"
import { catalogOperations } from "../catalog/catalog-operations"
import { controlRoutes, type SandboxControl } from "../control/control-routes"
import { customerOperations } from "../customers/customer-operations"
import { dashboardRoutes } from "../dashboard/dashboard-routes"
import { depositOperations } from "../deposits/deposit-operations"
import { facilitatorRoutes } from "../facilitator/facilitator-routes"
import type { RequestFault } from "../faults/fault"
import { intentOperations } from "../intents/intent-operations"
import { invoiceOperations } from "../invoices/invoice-operations"
import { ledgerOperations } from "../ledger/ledger-operations"
import { pageRoutes } from "../page/page-routes"
import { invalid, notFound, refusal, toSandboxError } from "../sandbox-error"
import { withdrawalOperations } from "../withdrawals/withdrawal-creation"
import type { World } from "../world"
import { authenticate, authorize, type RateLimiter } from "./authentication"
import { type Answering, breakAnswer, faultReply, TOO_MANY_REQUESTS } from "./fault-reply"
import { fingerprintOf } from "./idempotency"
import type { Call, Operation } from "./operation"
import { controlError, errorReply, type Reply, retryAfter, toResponse } from "./reply"
import { dropConnection, readRequestBody, type SandboxContext } from "./request-body"
import { openEntry, type RequestLogEntry } from "./request-log"
import { wrapList } from "./wire-writer"

type Visit = { name: EndpointName; world: World; context: SandboxContext; entry: RequestLogEntry }

/** Answers one endpoint: faults, rate limit, keys, business, idempotency, then the operation. */
function endpointHandler(name: EndpointName, currentWorld: () => World) {
  return async (context: SandboxContext): Promise<Response> => {
    const world = currentWorld()
    const entry = openEntry(world, context, name)
    const { latencyMs, fault } = world.faults.takeForRequest(name, context.req.path)
    if (fault?.kind === "reset") return dropConnection(context)

    const answering = { requestId: entry.requestId, assumptions: world.assumptions, wallNow: world.wallNow }
    const refusal = faultReply(fault, answering) ?? overLimitReply(world.rateLimiter, answering)
    const reply = refusal ?? (await answer({ name, world, context, entry }, latencyMs))
    if (fault?.kind === "drop_response") return dropConnection(context)
    if (fault?.kind === "broken_answer" && reply.status < 400) {
      entry.status = fault.status ?? reply.status
      return breakAnswer(fault, reply, {
        context,
        requestId: entry.requestId,
        assumptions: world.assumptions,
      })
    }
    entry.status = reply.status
    return toResponse(spoil(name, reply, fault, world.assumptions), entry.requestId)
  }
}

/** Applies faults that change the answer of a call after its effect. */
function spoil(
  name: EndpointName,
  reply: Reply,
  fault: RequestFault | undefined,
  assumptions: Assumptions
): Reply {
  if (reply.status >= 400) return reply
  if (fault?.kind === "unexpected_body") return { ...reply, body: UNEXPECTED_BODY }
  if (fault?.kind === "altered_answer") return { ...reply, body: Object.assign({}, reply.body, fault.set) }
  if (fault?.kind !== "short_list") return reply
  const { resource } = endpoints[name]
  const { items, total } = unwrapList(reply.body, resource, assumptions)
  return { ...reply, body: wrapList({ items, total }, resource, assumptions) }
}

const UNEXPECTED_BODY = "<p>Sandbox fault: a body nobody expects</p>"

async function answer(visit: Visit, latencyMs: number): Promise<Reply> {
  const { world, entry } = visit
  try {
    return await admit(visit, latencyMs)
  } catch (error) {
    return errorReply(toSandboxError(error), entry.requestId, world.assumptions)
  }
}

async function admit({ name, world, context, entry }: Visit, latencyMs: number): Promise<Reply> {
  const endpoint = endpoints[name]
  const role = authenticate(context.req.header("x-api-key"), world.credentials)
  const body = endpoint.method === "POST" ? await readRequestBody(context, endpoint) : undefined
  authorize(role, endpoint, body)
  const { req } = context
  const call: Call = { world, params: req.param(), query: req.query(), path: req.path, body }
  checkBusiness(call)
  const act = async () => {
    if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false })
    return operations[name](call)
  }
  return endpoint.isMutating ? actOnce({ name, call, entry }, act) : act()
}

function checkBusiness({ params, world }: Call): void {
  const businessId = params["businessId"]
  if (businessId !== undefined && businessId !== world.credentials.businessId) {
    throw notFound(`business ${businessId}`)
  }
}

/** Operations are synchronous, so an effect happens whole or not at all. */
const operations: Record<EndpointName, Operation> = {
  ...customerOperations,
  ...invoiceOperations,
  ...intentOperations,
  ...withdrawalOperations,
  ...ledgerOperations,
  ...catalogOperations,
  ...billingOperations,
  ...depositOperations,
}

function overLimitReply(
  limiter: RateLimiter,
  { requestId, assumptions, wallNow }: Answering
): Reply | undefined {
  const untilMs = limiter.refuseUntil(wallNow())
  if (untilMs === undefined) return undefined
  return errorReply(TOO_MANY_REQUESTS, requestId, assumptions, retryAfter(untilMs, wallNow(), assumptions))
}

/**
 * Runs a mutating call once per idempotency key; a repeat gets the stored answer.
 *
 * The key is claimed first, so a concurrent repeat finds it in progress.
 *
 * @throws SandboxError
 */
async function actOnce(
  { name, call, entry }: { name: EndpointName; call: Call; entry: RequestLogEntry },
  act: () => Promise<Reply>
): Promise<Reply> {
  const { idempotency, assumptions } = call.world
  const key = requireKey(entry.idempotencyKey, assumptions.idempotency.maxKeyLength)
  const stored = idempotency.claim(key, fingerprintOf(name, entry.path, call.body))
  if (stored) {
    entry.isReplay = true
    return { ...stored, headers: { ...stored.headers, "idempotency-replayed": "true" } }
  }
  try {
    const reply = await act()
    idempotency.complete(key, reply)
    return reply
  } catch (error) {
    idempotency.release(key)
    throw error
  }
}

function requireKey(key: string | undefined, maxLength: number): string {
  if (!key) throw invalid({ field: "Idempotency-Key", message: "this header is required" })
  if (key.length <= maxLength) return key
  throw invalid({ field: "Idempotency-Key", message: `has more than ${maxLength} characters` })
}

export const API_PREFIX = "/api/v1"

/** Serves the service, the controls and the page under one address, for requests to `listensOn`. */
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
  app.route("/_sandbox/facilitator", facilitatorRoutes(currentWorld))
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
