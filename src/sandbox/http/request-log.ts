import type { EndpointName } from "../../gateway/contract"
import type { Identifiers } from "../determinism/identifiers"
import type { Clock } from "../time/agenda"
import type { SandboxContext } from "./request-body"

/** One call of the service, without keys and bodies. */
export type RequestLogEntry = {
  method: string
  path: string
  /** Undefined for an unknown path. */
  endpoint: EndpointName | undefined
  /** Null before the answer, and for a destroyed connection. */
  status: number | null
  idempotencyKey: string | undefined
  /** Whether the answer was stored for the same idempotency key. */
  isReplay: boolean
  requestId: string
  /** The sandbox's time, ISO 8601. */
  at: string
}

type Requests = { identifiers: Identifiers; clock: Clock; requests: RequestLogEntry[] }

export function openEntry(
  world: Requests,
  context: SandboxContext,
  endpoint?: EndpointName
): RequestLogEntry {
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
