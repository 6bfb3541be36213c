import type { EndpointName } from "../../gateway/contract"
import { invalid } from "../sandbox-error"
import { fingerprintOf } from "./idempotency"
import type { Call } from "./operation"
import type { Reply } from "./reply"
import type { RequestLogEntry } from "./request-log"

/**
 * Lets a mutating call act once for its idempotency key; a repetition gets the stored answer.
 *
 * The key is claimed before the call acts, so a repeated call meets the first one while it is in progress.
 *
 * @throws SandboxError
 */
export async function actOnce(
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
  if (!key) throw invalid({ field: "Idempotency-Key", message: "this header is needed" })
  if (key.length <= maxLength) return key
  throw invalid({ field: "Idempotency-Key", message: `has more than ${maxLength} characters` })
}
