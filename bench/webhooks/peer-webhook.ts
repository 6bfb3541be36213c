import type { Environment } from "../environment/environment"
import { type Webhook, paddingFor } from "./webhook"

/**
 * A webhook for the stock route.
 *
 * @param lengthBytes length of the body ours is compared with
 */
export function peerWebhook(
  { storeUrl }: Pick<Environment, "storeUrl">,
  message: { event: string; data: Record<string, unknown> },
  lengthBytes: number
): Webhook {
  const body = Buffer.from(JSON.stringify({ ...message, padding: paddingFor(message, lengthBytes) }))
  const headers = { "content-type": "application/json", "content-length": body.length }
  return { url: new URL(`${storeUrl}/hooks/payment/peer_default`), headers, body }
}
