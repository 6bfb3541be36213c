import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { WEBHOOK_RECEIVED } from "../../../modules/onchain/events"
import { OpenReadings, type RawBody, type ReadingLimits } from "./read-raw-body"
import { refuse } from "./refusal"
import { reasonOf } from "../../../modules/onchain/work/audit-log"

const readings = new OpenReadings()

/** A webhook is a few KiB; all open bodies together fit into 125 MiB of memory. Further senders get 429 and send again. */
const LIMITS: ReadingLimits = { limitBytes: 256 * 1024, maxOpen: 500 }

/**
 * Receives the service's webhooks. A malformed signature is refused before the body is read. Answers 2xx only
 * once a verified delivery is stored; when the database fails, a 5xx makes the service try again.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { webhooks, wakeThrottle, priority } = req.scope.resolve("onchain")
  // Distinct, because joined headers hide whether a header was repeated or lists values.
  const headers = req.headersDistinct
  const problem = webhooks.refuseUnread(headers)
  if (problem !== null) return refuse(req, res, problem)
  const body = await readBody(req, LIMITS)
  if ("refusal" in body) {
    webhooks.reject(body.refusal)
    return refuse(req, res, body.refusal)
  }
  await priority.webhooks.take()
  const result = await webhooks.accept({ rawBody: body.bytes, headers })
  if (!result.isAccepted) return refuse(req, res, result.reason)
  acknowledge(res, !result.isNew)
  if (result.isNew) await wakeThrottle.request(() => wakeInbox(req, result.deliveryId))
}

/** Written directly: Express would compute an ETag for each. */
function acknowledge(res: MedusaResponse, repeated: boolean): void {
  const body = JSON.stringify({ received: true, repeated })
  res.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
  res.end(body)
}

/** A sender that disconnects is a refusal, not an error of ours. */
async function readBody(
  req: MedusaRequest,
  limits: ReadingLimits
): Promise<RawBody | { refusal: "body_incomplete" }> {
  try {
    return await readings.read(req, limits)
  } catch (error) {
    if (req.complete) throw error
    return { refusal: "body_incomplete" }
  }
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
