import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { WEBHOOK_RECEIVED } from "../../../modules/onchain/events"
import { OpenReadings, type RawBody, type ReadingLimits } from "./read-raw-body"
import { refuse } from "./refusal"
import { reasonOf } from "../../../modules/onchain/work/error-reason"

const readings = new OpenReadings()

/**
 * Takes the service's webhooks. What is not signed in form is refused before its body is read. Answers 2xx only once a verified delivery is on disk; a database that
 * cannot take it is a 5xx, and the service tries again.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { webhooks, options, wakeThrottle, priority } = req.scope.resolve("onchain")
  const problem = webhooks.refuseUnread(req.headers)
  if (problem !== null) return refuse(req, res, problem)
  const { maxBodyBytes: limitBytes, maxOpenReadings: maxOpen } = options.inbox
  const body = await readBody(req, { limitBytes, maxOpen })
  if ("refusal" in body) {
    webhooks.reject(body.refusal)
    return refuse(req, res, body.refusal)
  }
  await priority.webhooks.take()
  const result = await webhooks.accept({ rawBody: body.bytes, headers: req.headers })
  if (!result.isAccepted) return refuse(req, res, result.reason)
  acknowledge(res, !result.isNew)
  if (result.isNew) await wakeThrottle.request(() => wakeInbox(req, result.deliveryId))
}

/** Written straight to the connection: nobody asks for the ETag that Express would compute for each. */
function acknowledge(res: MedusaResponse, repeated: boolean): void {
  const body = JSON.stringify({ received: true, repeated })
  res.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
  res.end(body)
}

/** A sender that hangs up half way is a refusal like any other: it must not fill the log with errors of ours. */
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

/** The delivery is stored and answered: an event bus that is down only delays it until the next job. */
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
