import { setTimeout as wait } from "node:timers/promises"
import { endpoints, type EndpointName } from "../../gateway/contract"
import { invalid, notFound, SandboxError } from "../sandbox-error"
import type { World } from "../world"
import { authenticate, authorize } from "./authentication"
import { dropConnection, type SandboxContext } from "./connection"
import { faultReply } from "./fault-reply"
import { fingerprintOf } from "./idempotency"
import type { Call } from "./operation"
import { operations } from "./operations"
import { errorReply, toResponse, type Reply } from "./reply"
import type { RequestLogEntry } from "./request-log"

const MAX_KEY_LENGTH = 255

/** Answers one endpoint: faults, keys, business, idempotency, then the operation. */
export function endpointHandler(name: EndpointName, currentWorld: () => World) {
  return async (context: SandboxContext): Promise<Response> => {
    const world = currentWorld()
    const entry = openEntry(world, context, name)
    const { latencyMs, fault } = world.faults.takeForRequest(name)
    if (fault?.kind === "reset") return dropConnection(context)

    const refusal = faultReply(fault, entry.requestId, world.assumptions)
    const reply = refusal ?? (await answer(name, world, context, entry, latencyMs))
    if (fault?.kind === "drop_response") return dropConnection(context)
    entry.status = reply.status
    return toResponse(reply, entry.requestId)
  }
}

/** Records a call and gives it its request id. */
export function openEntry(world: World, context: SandboxContext, endpoint?: EndpointName): RequestLogEntry {
  const entry: RequestLogEntry = {
    method: context.req.method,
    path: context.req.path,
    endpoint,
    status: null,
    idempotencyKey: context.req.header("idempotency-key"),
    isReplay: false,
    requestId: world.identifiers.id("req"),
    at: new Date(world.clock.now()).toISOString(),
  }
  world.requests.push(entry)
  return entry
}

async function answer(
  name: EndpointName,
  world: World,
  context: SandboxContext,
  entry: RequestLogEntry,
  latencyMs: number
): Promise<Reply> {
  try {
    const role = authenticate(context.req.header("x-api-key"), world.credentials)
    const call: Call = {
      world,
      params: context.req.param(),
      query: context.req.query(),
      body: endpoints[name].method === "POST" ? parseBody(await context.req.text()) : undefined,
    }
    authorize(role, endpoints[name], call.body)
    checkBusiness(call)
    return endpoints[name].isMutating
      ? await actOnce(name, call, entry, latencyMs)
      : await act(name, call, latencyMs)
  } catch (error) {
    if (error instanceof SandboxError) return errorReply(error, entry.requestId)
    throw error
  }
}

async function act(name: EndpointName, call: Call, latencyMs: number): Promise<Reply> {
  if (latencyMs > 0) await wait(latencyMs, undefined, { ref: false })
  return operations[name](call)
}

/** The key is claimed before the wait, so a repeated call meets the first one while it is in progress. */
async function actOnce(
  name: EndpointName,
  call: Call,
  entry: RequestLogEntry,
  latencyMs: number
): Promise<Reply> {
  const { idempotency } = call.world
  const key = requireKey(entry.idempotencyKey)
  const stored = idempotency.claim(key, fingerprintOf(name, entry.path, call.body))
  if (stored) {
    entry.isReplay = true
    return { ...stored, headers: { ...stored.headers, "idempotency-replayed": "true" } }
  }
  try {
    const reply = await act(name, call, latencyMs)
    idempotency.complete(key, reply)
    return reply
  } catch (error) {
    idempotency.release(key)
    throw error
  }
}

function requireKey(key: string | undefined): string {
  if (!key) throw invalid({ field: "Idempotency-Key", message: "this header is needed" })
  if (key.length <= MAX_KEY_LENGTH) return key
  throw invalid({ field: "Idempotency-Key", message: `has more than ${MAX_KEY_LENGTH} characters` })
}

function checkBusiness({ params, world }: Call): void {
  const businessId = params["businessId"]
  if (businessId !== undefined && businessId !== world.credentials.businessId) {
    throw notFound(`business ${businessId}`)
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid({ field: "body", message: `is no JSON: ${error instanceof Error ? error.message : ""}` })
  }
}
