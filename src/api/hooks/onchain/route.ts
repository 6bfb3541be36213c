import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { WEBHOOK_RECEIVED } from "../../../modules/onchain/events"
import { REFUSAL_STATUS, type WebhookRefusal } from "../../../modules/onchain/webhook-intake"
import { readRawBody, type RawBody } from "./read-raw-body"
import { reasonOf } from "../../../modules/onchain/error-reason"

/**
 * Takes the service's webhooks. Answers 2xx only once a verified delivery is on disk; a database that
 * cannot take it is a 5xx, and the service tries again.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { webhooks, options, wakeCall, courtesy } = req.scope.resolve("onchain")
  const body = await readBody(req, options.inbox.maxBodyBytes)
  if ("refusal" in body) {
    webhooks.reject(body.refusal)
    return refuse(req, res, body.refusal)
  }
  const result = await courtesy.handle(() => webhooks.accept({ rawBody: body.bytes, headers: req.headers }))
  if (!result.isAccepted) return refuse(req, res, result.reason)
  acknowledge(res, !result.isNew)
  if (result.isNew) await wakeCall.request(() => wakeInbox(req, result.deliveryId))
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
  limitBytes: number
): Promise<RawBody | { refusal: "body_incomplete" }> {
  try {
    return await readRawBody(req, limitBytes)
  } catch (error) {
    if (req.complete) throw error
    return { refusal: "body_incomplete" }
  }
}

function refuse(req: MedusaRequest, res: MedusaResponse, reason: WebhookRefusal): void {
  req.scope.resolve(ContainerRegistrationKeys.LOGGER).warn(`onchain: webhook refused: ${reason}`)
  // What was not read of a refused body must not be taken for the next request on this connection.
  if (!req.readableEnded) res.set("connection", "close")
  res.status(REFUSAL_STATUS[reason]).json({ type: "webhook_refused", code: reason, message: HINTS[reason] })
}

/** The delivery is stored and answered: an event bus that is down only delays it until the next job. */
async function wakeInbox(req: MedusaRequest, id: string): Promise<void> {
  try {
    await req.scope.resolve(Modules.EVENT_BUS).emit({ name: WEBHOOK_RECEIVED, data: { id } })
  } catch (error) {
    const reason = reasonOf(error)
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: delivery ${id} is stored, but the event bus could not be told: ${reason}`)
  }
}

const HINTS = {
  id_missing: "The header X-Webhook-ID is missing.",
  id_invalid: "The header X-Webhook-ID is not an identifier of at most 200 letters, digits or any of . _ : -",
  signature_missing: "The header X-Webhook-Signature is missing.",
  timestamp_missing: "The header X-Webhook-Timestamp is missing.",
  timestamp_invalid: "The header X-Webhook-Timestamp is not an instant in the agreed unit.",
  timestamp_stale: "The delivery is too old. Compare the clocks of sender and receiver.",
  timestamp_future: "The delivery is from the future. Compare the clocks of sender and receiver.",
  signature_invalid:
    "The signature does not fit the body. Are secret and environment the same on both sides?",
  body_empty: "The body is empty.",
  body_too_large: "The body is too large.",
  body_incomplete: "The connection ended before the body did.",
  encoding_unsupported: "The body is compressed; send it as it is.",
  body_too_deep: "The body is signed but nests more than 64 levels deep.",
  body_not_json: "The body is signed but is not JSON.",
  envelope_invalid: "The body is signed but has no event and data.",
} as const satisfies Record<WebhookRefusal, string>
