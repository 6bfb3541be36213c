import { setTimeout as wait } from "node:timers/promises"
import type { Assumptions } from "../../gateway/assumptions"
import { endpoints, unwrapList, wrapList, type EndpointName } from "../../gateway/contract"
import { billingOperations } from "../billing/billing-view"
import { catalogOperations } from "../catalog/catalog-operations"
import { customerOperations } from "../customers/customer-operations"
import { depositOperations } from "../deposits/deposit-operations"
import type { RequestFault } from "../faults/fault"
import { intentOperations } from "../intents/intent-operations"
import { invoiceOperations } from "../invoices/invoice-operations"
import { ledgerOperations } from "../ledger/ledger-operations"
import { invalid, notFound, toSandboxError } from "../sandbox-error"
import { withdrawalOperations } from "../withdrawals/withdrawal-creation"
import type { World } from "../world"
import { authenticate, authorize } from "./authentication"
import { breakAnswer, faultReply, TOO_MANY_REQUESTS, type Answering } from "./fault-reply"
import { fingerprintOf } from "./idempotency"
import type { Call, Operation } from "./operation"
import type { RateLimiter } from "./rate-limiter"
import { errorReply, retryAfter, toResponse, type Reply } from "./reply"
import { dropConnection, readRequestBody, type SandboxContext } from "./request-body"
import { openEntry, type RequestLogEntry } from "./request-log"

type Visit = { name: EndpointName; world: World; context: SandboxContext; entry: RequestLogEntry }

/** Answers one endpoint: faults, rate limit, keys, business, idempotency, then the operation. */
export function endpointHandler(name: EndpointName, currentWorld: () => World) {
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
