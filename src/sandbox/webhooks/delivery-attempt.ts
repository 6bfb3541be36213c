import type { Assumptions } from "../../gateway/assumptions"
import { signDelivery } from "../../gateway/signature"
import type { Delivery, WebhookTarget } from "./delivery"

export type AttemptOutcome = { status: number } | { error: string }

/**
 * Posts a delivery once.
 *
 * The timestamp is the time on the wall: a receiver compares it with its own clock, which knows
 * nothing of the sandbox's.
 *
 * @param stop ends the attempt early, when the sandbox closes
 * @returns the status of the answer, or a short name of what went wrong
 */
export async function postDelivery(
  delivery: Pick<Delivery, "id" | "body">,
  target: WebhookTarget,
  options: { rules: Assumptions["signature"]; isBadlySigned: boolean; timeoutMs: number; stop: AbortSignal }
): Promise<AttemptOutcome> {
  const secret = options.isBadlySigned ? `not ${target.secret}` : target.secret
  const signed = { body: delivery.body, deliveryId: delivery.id, timestampMs: Date.now(), secret }
  try {
    const response = await fetch(target.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...signDelivery(signed, options.rules) },
      body: new Uint8Array(delivery.body),
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(options.timeoutMs), options.stop]),
    })
    await response.body?.cancel()
    return { status: response.status }
  } catch (error) {
    return { error: describe(error) }
  }
}

/** The code of a lost connection, such as ECONNREFUSED; otherwise the error's own text. */
function describe(error: unknown): string {
  const cause = typeof error === "object" && error !== null && "cause" in error ? error.cause : undefined
  const hasCode = typeof cause === "object" && cause !== null && "code" in cause
  return hasCode ? String(cause.code) : String(error)
}
