import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWebhookTestResponse } from "../../../../../types/http"
import { testWebhook } from "../../../../../workflows/health/test-webhook"
import { originOf } from "../request-origin"

type TooSoon = { type: string; code: string; message: string }

export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainWebhookTestResponse | TooSoon>
): Promise<void> {
  const { localPort: port } = req.socket
  const input = { actor_id: req.auth_context.actor_id, origin: originOf(req), port }
  const result = await testWebhook(req.scope, input)
  if (!("wait_ms" in result)) return void res.json({ test: result })
  const seconds = Math.ceil(result.wait_ms / 1_000)
  res.set("retry-after", String(seconds))
  const message = `A test event was just sent. Wait ${seconds} seconds.`
  res.status(429).json({ type: "too_many_requests", code: "webhook_test_throttled", message })
}
