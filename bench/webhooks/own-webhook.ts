import { randomUUID } from "node:crypto"
import { parseAssumptions } from "../../src/gateway/assumptions"
import { signDelivery } from "../../src/gateway/signature"
import type { Environment } from "../environment/environment"
import type { Webhook } from "./webhook"

const { signature } = parseAssumptions()

/** A webhook of the service, signed now, with its own delivery id. */
export function ownWebhook(
  { storeUrl, gateway }: Pick<Environment, "storeUrl" | "gateway">,
  message: { event: string; data: Record<string, unknown> }
): Webhook {
  const body = Buffer.from(JSON.stringify(message))
  const delivery = {
    body,
    deliveryId: `wh_${randomUUID()}`,
    timestampMs: Date.now(),
    secret: gateway.webhookSecret,
  }
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    ...signDelivery(delivery, signature),
  }
  return { url: new URL(`${storeUrl}/hooks/onchain`), headers, body }
}
