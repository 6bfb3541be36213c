import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { WEBHOOK_RECEIVED } from "../../modules/onchain/events"
import type { RerunResult } from "../../modules/onchain/inbox/delivery-list"
import { noDelivery } from "./queries/view-deliveries"

type RerunDeliveryInput = { delivery_id: string; actor_id: string }

/**
 * Runs a delivery again. The webhook stays a hint: the gateway is read again, so nothing is captured twice.
 *
 * A process that dies before the event leaves the delivery to the job.
 *
 * @throws MedusaError `not_found`; `conflict` while it waits for an attempt, or one is in progress
 */
export async function rerunDelivery(
  container: MedusaContainer,
  { delivery_id, actor_id }: RerunDeliveryInput
) {
  const result = await container.resolve("onchain").deliveries.rerun(delivery_id, actor_id)
  if (result.refusal !== null) throw refusalToError(delivery_id, result)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(`onchain: ${actor_id} runs delivery ${delivery_id} (${result.event}) again`)
  await container.resolve(Modules.EVENT_BUS).emit({ name: WEBHOOK_RECEIVED, data: { id: delivery_id } })
  return { delivery_id }
}

function refusalToError(id: string, result: Exclude<RerunResult, { refusal: null }>): MedusaError {
  switch (result.refusal) {
    case "not_found":
      return noDelivery(id)
    case "in_progress":
      return conflict(`Delivery ${id} is being processed right now (attempt ${result.attempts}).`)
    case "waiting":
      return conflict(`Delivery ${id} already waits for its next attempt.`)
  }
}

const conflict = (message: string) => new MedusaError(MedusaError.Types.CONFLICT, message)
