import type { EndpointName } from "../../gateway/contract"
import type { World } from "../world"
import type { SandboxContext } from "./connection"
import type { RequestLogEntry } from "./request-log"

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
