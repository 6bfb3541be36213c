import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { WebhookRefusal } from "../../../modules/onchain/inbox/webhook-intake"
import { REFUSAL_STATUS } from "../../../modules/onchain/inbox/webhook-intake"

export function refuse(req: MedusaRequest, res: MedusaResponse, reason: WebhookRefusal): void {
  req.scope.resolve(ContainerRegistrationKeys.LOGGER).warn(`onchain: webhook refused: ${reason}`)
  // The unread rest of a refused body must not be parsed as the next request on this connection.
  if (!req.readableEnded) res.set("connection", "close")
  if (REFUSAL_STATUS[reason] === 429) res.set("retry-after", "1")
  res.status(REFUSAL_STATUS[reason]).json({ type: "webhook_refused", code: reason, message: HINTS[reason] })
}

const HINTS = {
  id_missing: "The header X-Webhook-ID is missing, or has different values.",
  id_invalid: "The header X-Webhook-ID is not an identifier of at most 200 letters, digits or any of . _ : -",
  signature_missing: "The header X-Webhook-Signature is missing, or is repeated with another value.",
  timestamp_missing: "The header X-Webhook-Timestamp is missing, or has different values.",
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
  address_wrong: "The provider's webhooks go to /hooks/onchain of this server only.",
  body_timeout: "The body did not arrive within 10 seconds. Send it again.",
  too_many_readings: "Too many bodies are being read at once. Send it again.",
} as const satisfies Record<WebhookRefusal, string>

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
