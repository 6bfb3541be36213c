import type { MedusaContainer } from "@medusajs/framework/types"
import { setTimeout as pause } from "node:timers/promises"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import {
  type DeliveryState,
  isOwnOrigin,
  judgeWebhookTest,
  webhookAddress,
} from "../../domain/inbox/delivery"
import type OnchainModuleService from "../../modules/onchain/service"
import type { OnchainWebhookTestResponse } from "../../types/http"

type Input = {
  actor_id: string
  /** Of the request, from its Host header. */
  origin: string
  /** That the request's connection came to. */
  port: number | undefined
}
/** With `wait_ms` nothing was sent. */
type Result = { wait_ms: number } | OnchainWebhookTestResponse["test"]

/**
 * Sends a test event to this store's own webhook address, and waits until the inbox has processed it.
 *
 * It proves that the address leads here and that the newest secret signs; that the provider has the same secret, only an event of
 * the provider proves.
 *
 * @throws MedusaError `forbidden` in the live environment; `invalid_data` when the address is neither configured nor this server's own
 */
export async function testWebhook(container: MedusaContainer, input: Input): Promise<Result> {
  const { actor_id, origin, port } = input
  const onchain = container.resolve("onchain")
  if (onchain.options.environment !== "sandbox")
    throw new MedusaError(
      MedusaError.Types.FORBIDDEN,
      "Test events are sent in the sandbox environment only. In live, the provider's next event shows that webhooks work."
    )
  const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const isOwn = isOwnOrigin(origin, { backendUrl: admin?.backendUrl, port })
  const url = onchain.options.webhookUrl ?? (isOwn ? webhookAddress({}, { origin }) : null)
  if (url === null)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "A test event goes to a configured address only. Set the option webhookUrl, or admin.backendUrl of Medusa, to this server's public address."
    )
  const begun = await onchain.webhookTests.begin(actor_id, url)
  if ("waitMs" in begun) return { wait_ms: begun.waitMs }
  const { deliveryId } = begun
  const { httpStatus, reason } = await onchain.webhookTests.send(url, deliveryId)
  const delivery = await waitForDelivery(onchain, deliveryId, httpStatus)
  const { result, isSignatureAccepted } = judgeWebhookTest({ httpStatus, reason, delivery })
  return {
    result,
    url,
    is_reached: httpStatus !== null,
    http_status: httpStatus,
    is_signature_accepted: isSignatureAccepted,
    is_processed: result === "processed",
    reason,
    delivery_id: deliveryId,
  }
}

const PATIENCE_MS = 5_000
const LOOK_EVERY_MS = 100

/** A refused event is looked for once. */
async function waitForDelivery(
  { deliveries }: Pick<OnchainModuleService, "deliveries">,
  id: string,
  httpStatus: number | null
): Promise<DeliveryState | null> {
  const isAccepted = httpStatus !== null && httpStatus < 300
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const state = (await deliveries.find(id))?.state ?? null
    const isOpen = state === "received" || state === "processing"
    if (!isAccepted || state === null || !isOpen || waitedMs >= PATIENCE_MS) return state
    await pause(LOOK_EVERY_MS)
  }
}
