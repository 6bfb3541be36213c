import { connectionLost, invoiceBody, json, refusal } from "./scripted-gateway"

/** Refusals the document says are final. A key that begins with one of these names gets it. */
export const FINAL = {
  final400: [400, "VALIDATION_ERROR"],
  final401: [401, "UNAUTHORIZED"],
  final403: [403, "FORBIDDEN"],
  final404: [404, "NOT_FOUND"],
  final409: [409, "CONFLICT"],
  finalMoney: [409, "INSUFFICIENT_BALANCE"],
} as const

/** What may happen instead of an answer. Only the `dropped` and `hung` ones act before they fail. */
export const FAULTS = [
  "limited_seconds",
  "limited_date",
  "unavailable_seconds",
  "unavailable_date",
  "error_json",
  "error_html",
  "reset",
  "dropped",
  "hung",
  "hung_before",
] as const
type Fault = (typeof FAULTS)[number]

/** One request as the service saw it. `waitUntilMs`: what its answer asked for. */
export type Seen = {
  key: string
  atMs: number
  what: Fault | "created" | "replayed" | "in_progress" | "mismatch" | "final"
  waitUntilMs?: number
}

/** How long a request that was cut off is still at work. */
const PROCESSING_MS = 4_000

/**
 * A service that opens invoices once per idempotency key, and fails in every way a network can.
 *
 * @param faultShare share of requests that meet a fault, 0 to 1
 */
export function createFaultyService(options: {
  clock: () => number
  random: () => number
  faultShare: number
}) {
  const { clock, random, faultShare } = options
  const seen: Seen[] = []
  const effects = new Map<string, { id: string; body: string; doneAtMs: number }>()
  let hanging = 0

  function act(key: string, body: string, processingMs: number): void {
    if (effects.has(key)) return
    effects.set(key, { id: `inv_${effects.size + 1}`, body, doneAtMs: clock() + processingMs })
  }

  function answer(key: string, body: string): [Seen["what"], Response] {
    const [, final] = Object.entries(FINAL).find(([name]) => key.startsWith(name)) ?? []
    if (final) return ["final", refusal(final[0], final[1])()]
    const known = effects.get(key)
    if (known && known.body !== body) return ["mismatch", refusal(409, "IDEMPOTENCY_KEY_MISMATCH")()]
    if (known && clock() < known.doneAtMs)
      return ["in_progress", refusal(409, "IDEMPOTENCY_REQUEST_IN_PROGRESS")()]
    act(key, body, 0)
    return [known ? "replayed" : "created", json(201, { ...invoiceBody, id: effects.get(key)?.id })()]
  }

  async function hang(signal: AbortSignal): Promise<never> {
    hanging++
    await new Promise((resolve) => signal.addEventListener("abort", resolve))
    hanging--
    throw new DOMException("secret words of an abort", "AbortError")
  }

  function pickFault(): Fault | undefined {
    return random() < faultShare ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined
  }

  const fetch = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    await Promise.resolve()
    const key = new Headers(init.headers).get("idempotency-key") ?? ""
    const body = String(init.body)
    const fault = pickFault()
    if (!fault) {
      const [what, response] = answer(key, body)
      seen.push({ key, atMs: clock(), what })
      return response
    }
    const waitSeconds = 1 + Math.floor(random() * 5)
    const [kind, form] = fault.split("_")
    const isWait = kind === "limited" || kind === "unavailable"
    const untilMs =
      form === "date" ? Math.ceil(clock() / 1000 + waitSeconds) * 1000 : clock() + waitSeconds * 1000
    seen.push({ key, atMs: clock(), what: fault, ...(isWait && { waitUntilMs: untilMs }) })
    if (isWait) {
      const retryAfter = form === "date" ? new Date(untilMs).toUTCString() : String(waitSeconds)
      const [status, code] =
        kind === "limited" ? ([429, "RATE_LIMIT_EXCEEDED"] as const) : ([503, "X"] as const)
      return refusal(status, code, { "retry-after": retryAfter })()
    }
    if (fault === "error_json") return refusal(500, "INTERNAL_SERVER_ERROR")()
    if (fault === "error_html") return new Response("<html>secret page</html>", { status: 502 })
    if ((fault === "dropped" || fault === "hung") && !key.startsWith("final")) act(key, body, PROCESSING_MS)
    return kind === "hung" && init.signal ? hang(init.signal) : connectionLost()
  }

  return { fetch, seen, effects, isHanging: () => hanging > 0 }
}
