import { setTimeout as wait } from "node:timers/promises"
import type { Assumptions } from "../../gateway/assumptions"
import { endpoints, unwrapList, wrapList, type EndpointName } from "../../gateway/contract"
import type { RequestFault } from "../faults/fault"
import { notFound, toSandboxError } from "../sandbox-error"
import type { World } from "../world"
import { authenticate, authorize } from "./authentication"
import { breakAnswer } from "./broken-answer"
import { dropConnection, type SandboxContext } from "./connection"
import { faultReply } from "./fault-reply"
import type { Call } from "./operation"
import { operations } from "./operations"
import { actOnce } from "./once"
import { overLimitReply } from "./over-limit-reply"
import { errorReply, toResponse, type Reply } from "./reply"
import { readRequestBody } from "./request-body"
import { openEntry } from "./request-entry"
import type { RequestLogEntry } from "./request-log"

/** What one call of an endpoint is about. */
type Visit = { name: EndpointName; world: World; context: SandboxContext; entry: RequestLogEntry }

/** Answers one endpoint: faults, rate limit, keys, business, idempotency, then the operation. */
export function endpointHandler(name: EndpointName, currentWorld: () => World) {
  return async (context: SandboxContext): Promise<Response> => {
    const world = currentWorld()
    const entry = openEntry(world, context, name)
    const { latencyMs, fault } = world.faults.takeForRequest(name)
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
    return toResponse(spoil(reply, fault, world.assumptions), entry.requestId)
  }
}

/** Changes the answer of a call that had its effect, where a fault says so. */
function spoil(reply: Reply, fault: RequestFault | undefined, assumptions: Assumptions): Reply {
  if (reply.status >= 400) return reply
  if (fault?.kind === "unexpected_body") return { ...reply, body: UNEXPECTED_BODY }
  if (fault?.kind === "altered_answer") return { ...reply, body: Object.assign({}, reply.body, fault.set) }
  if (fault?.kind !== "short_list") return reply
  const { items } = unwrapList(reply.body, "list", assumptions)
  return { ...reply, body: wrapList({ items, nextCursor: undefined }, assumptions) }
}

/** What a proxy in between may answer in place of the service. */
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
  const call: Call = { world, params: context.req.param(), query: context.req.query(), body }
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
