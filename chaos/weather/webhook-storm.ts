import { once, setMaxListeners } from "node:events"
import { createServer } from "node:http"
import { setTimeout as delay } from "node:timers/promises"
import { forward, keepRequest, type KeptRequest, passOn } from "../environment/forwarding"
import { decideDelivery } from "./delivery-fortune"

const answerTimeoutMs = 8_000
const accepted = { status: 200, headers: new Headers(), body: Buffer.alloc(0) }

/** Counts of webhooks so far. */
export interface StormCounts {
  /** Attempts of the service. */
  attempts: number
  lost: number
  forged: number
  /** Sent to the store, copies included. */
  sent: number
  /** Answers of the store by status, `lost` where there was none. */
  answers: Record<string, number>
  /** The same for those with a wrong signature, which are counted only here. */
  forgedAnswers: Record<string, number>
}

/** The network between the service and the store. */
export interface WebhookStorm {
  readonly url: string
  readonly counts: StormCounts
  /** From now on everything arrives once and at once; delayed copies still arrive. */
  calm(): void
  close(): Promise<void>
}

/**
 * Stands between the service and the store and loses, forges, repeats, delays and shuffles webhooks.
 *
 * A lost webhook looks delivered to the service. Any other waits for its first copy's answer, so that the
 * service retries when no store was there to take it.
 *
 * @param target origin of the store
 */
export async function startWebhookStorm(options: {
  seed: string
  port: number
  target: string
}): Promise<WebhookStorm> {
  const { seed, port, target } = options
  const counts: StormCounts = { attempts: 0, lost: 0, forged: 0, sent: 0, answers: {}, forgedAnswers: {} }
  const attemptsOf = new Map<string, number>()
  const stop = new AbortController()
  // Every waiting copy listens to it.
  setMaxListeners(0, stop.signal)
  let isCalm = false

  const send = async (request: KeptRequest, answers = counts.answers) => {
    counts.sent += 1
    const answer = await forward(target, request, answerTimeoutMs)
    const key = "lost" in answer ? "lost" : String(answer.status)
    answers[key] = (answers[key] ?? 0) + 1
    return answer
  }
  const sendLater = async (request: KeptRequest, delayMs: number) => {
    await delay(delayMs, undefined, { signal: stop.signal })
    await send(request)
  }
  const handle = async (request: KeptRequest) => {
    const id = request.headers["x-webhook-id"] ?? ""
    const attempt = (attemptsOf.get(id) ?? 0) + 1
    attemptsOf.set(id, attempt)
    counts.attempts += 1
    if (isCalm) return send(request)
    const fortune = decideDelivery(`${seed}/${id}/${attempt}`)
    if (fortune.kind === "lost") {
      counts.lost += 1
      return accepted
    }
    if (fortune.kind === "forged") {
      counts.forged += 1
      return send(forge(request), counts.forgedAnswers)
    }
    // Ends early only when the run does.
    for (const delayMs of fortune.copiesAfterMs) void sendLater(request, delayMs).catch(() => undefined)
    await delay(fortune.firstAfterMs)
    return send(request)
  }

  const server = createServer((request, response) => {
    keepRequest(request)
      .then(handle)
      .then((answer) => passOn(response, answer))
      .catch(() => response.destroy())
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${port}/hooks/onchain`,
    counts,
    calm: () => void (isCalm = true),
    async close() {
      stop.abort()
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}

/** As long as the right signature, but different. */
function forge(request: KeptRequest): KeptRequest {
  const name = "x-webhook-signature"
  const signature = (request.headers[name] ?? "").replace(/[0-9a-f]/g, (digit) => (digit === "0" ? "1" : "0"))
  return { ...request, headers: { ...request.headers, [name]: signature } }
}
