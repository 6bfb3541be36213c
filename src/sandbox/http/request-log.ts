import type { EndpointName } from "../../gateway/contract"

/** One call of the service. Keys and bodies are never part of it. */
export type RequestLogEntry = {
  method: string
  path: string
  /** Undefined for a path the sandbox does not have. */
  endpoint: EndpointName | undefined
  /** Null when the connection was destroyed, or as long as there is no answer yet. */
  status: number | null
  idempotencyKey: string | undefined
  /** Whether the answer is one that was stored for the same idempotency key. */
  isReplay: boolean
  requestId: string
  /** The sandbox's time, ISO 8601. */
  at: string
}
