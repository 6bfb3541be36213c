import type { IncomingMessage } from "node:http"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { WEBHOOK_RECEIVED } from "../../../modules/onchain/events"
import { type RawBody, WEBHOOK_REFUSALS, type WebhookRefusal } from "../../../modules/onchain/inbox/inbox"
import { reasonOf } from "../../../modules/onchain/work/audit-log"

/** `maxOpen`: bodies read at once in this process. */
type ReadingLimits = { limitBytes: number; maxOpen: number }

/** The service sends a few kilobytes at once; a slower body is not from it. */
const DEADLINE_MS = 10_000
/** Codings are compared without case. */
const PLAIN = /^\s*(identity)?\s*$/i
/** Without a free place, a read older than this loses its own. */
const YIELDS_AFTER_MS = 1_000

/** Bodies being read in this process, oldest first. */
export class OpenReadings {
  private readonly open = new Set<{ sinceMs: number; giveUp: (refusal: WebhookRefusal) => void }>()

  /** @param clock milliseconds that never go back */
  constructor(
    private readonly clock: () => number = () => performance.now(),
    private readonly deadlineMs: number = DEADLINE_MS
  ) {}

  get count(): number {
    return this.open.size
  }

  /**
   * Reads a body as raw bytes, whatever its content type, and stops when it is too long or too slow.
   *
   * Compressed bodies are refused: the service sends none, and a small one can unpack to gigabytes. When slow
   * senders take all places, the slowest loses its own.
   */
  async read(request: IncomingMessage, { limitBytes, maxOpen }: ReadingLimits): Promise<RawBody> {
    const encodings = (request.headers["content-encoding"] ?? "").split(",")
    if (!encodings.every((encoding) => PLAIN.test(encoding))) return { refusal: "encoding_unsupported" }
    if (Number(request.headers["content-length"] ?? 0) > limitBytes) return { refusal: "body_too_large" }
    const [slowest] = this.open
    if (slowest && this.open.size >= maxOpen) {
      if (this.clock() - slowest.sinceMs < YIELDS_AFTER_MS) return { refusal: "too_many_readings" }
      slowest.giveUp("too_many_readings")
    }
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let length = 0
      const end = (body: RawBody | Error) => {
        clearTimeout(deadline)
        this.open.delete(reading)
        if (body instanceof Error) reject(body)
        else resolve(body)
      }
      const giveUp = (refusal: WebhookRefusal) => {
        request.removeAllListeners("data").pause()
        end({ refusal })
      }
      // A sender that disconnects is a refusal, not an error of ours.
      const fail = (error = new Error("aborted")) =>
        end(request.complete ? error : { refusal: "body_incomplete" })
      const reading = { sinceMs: this.clock(), giveUp }
      const deadline = setTimeout(() => giveUp("body_timeout"), this.deadlineMs)
      this.open.add(reading)
      request
        .on("data", (chunk: Buffer) => {
          length += chunk.length
          if (length <= limitBytes) chunks.push(chunk)
          else giveUp("body_too_large")
        })
        .once("end", () => end({ bytes: Buffer.concat(chunks) }))
        .once("error", fail)
        // Also closed after its end.
        .once("close", () => this.open.has(reading) && fail())
    })
  }
}

const readings = new OpenReadings()

/** A webhook is a few KiB; all open bodies together fit into 125 MiB of memory. Further senders get 429 and send again. */
const LIMITS = { limitBytes: 256 * 1024, maxOpen: 500 }

/**
 * Receives the service's webhooks. A malformed signature is refused before the body is read. Answers 2xx only
 * once a verified delivery is stored; when the database fails, a 5xx makes the service try again.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { webhooks, wakeThrottle, priority } = req.scope.resolve("onchain")
  const readBody = async () => {
    const body = await readings.read(req, LIMITS)
    if ("bytes" in body) await priority.webhooks.take()
    return body
  }
  // Distinct, because joined headers hide whether a header was repeated or lists values.
  const result = await webhooks.accept(req.headersDistinct, readBody)
  if ("refusal" in result) return refuse(req, res, result.refusal)
  const { deliveryId, isNew } = result
  // Written directly: Express would compute an ETag for each.
  const body = JSON.stringify({ received: true, repeated: !isNew })
  res.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
  res.end(body)
  if (isNew) await wakeThrottle.request(() => wakeInbox(req, deliveryId))
}

/** The delivery is stored: a failing event bus only delays it until the next job. */
async function wakeInbox(req: MedusaRequest, id: string): Promise<void> {
  try {
    await req.scope.resolve(Modules.EVENT_BUS).emit({ name: WEBHOOK_RECEIVED, data: { id } })
  } catch (error) {
    const reason = reasonOf(error)
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: delivery ${id} is stored, but the event bus did not take the event: ${reason}`)
  }
}

function refuse(req: MedusaRequest, res: MedusaResponse, code: WebhookRefusal): void {
  req.scope.resolve(ContainerRegistrationKeys.LOGGER).warn(`onchain: webhook refused: ${code}`)
  // The unread rest of a refused body must not be parsed as the next request on this connection.
  if (!req.readableEnded) res.set("connection", "close")
  const [status, message] = WEBHOOK_REFUSALS[code]
  if (status === 429) res.set("retry-after", "1")
  res.status(status).json({ type: "webhook_refused", code, message })
}

/** How Medusa's own route names a provider of ours. */
const OURS = /^(pp_)?onchain(_|$)/

/**
 * Closes Medusa's own payment webhook route for this plugin's providers. It answers 200 and puts bodies on
 * the event bus before anything is verified.
 */
export function closeCoreRoute(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  if (!OURS.test(req.params.provider ?? "")) return next()
  req.scope.resolve("onchain").webhooks.reject("address_wrong")
  refuse(req, res, "address_wrong")
}
