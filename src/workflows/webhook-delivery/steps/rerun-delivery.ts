import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEBHOOK_RECEIVED } from "../../../modules/onchain/events"
import { mustFindDelivery } from "./view-delivery"

export const rerunDeliveryStepId = "rerun-onchain-delivery"

export type RerunDeliveryInput = { delivery_id: string; actor_id: string }

/**
 * Has a delivery worked on once more, from its first attempt. It stays a hint: what it names is fetched again, so what
 * was captured is not captured twice.
 *
 * A process that dies before the event leaves the delivery to the job, which finds it within seconds.
 *
 * @throws MedusaError `not_found`; `conflict` while it waits for work or is worked on
 */
export const rerunDeliveryStep = createStep(
  rerunDeliveryStepId,
  async ({ delivery_id, actor_id }: RerunDeliveryInput, { container }) => {
    const { deliveries } = container.resolve("onchain")
    const found = await mustFindDelivery(container, delivery_id)
    const row = await deliveries.rerun(found, actor_id)
    if (!row) {
      const { state, attempts } = await mustFindDelivery(container, delivery_id)
      throw new MedusaError(MedusaError.Types.CONFLICT, conflictInWords(delivery_id, state, attempts))
    }
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .info(`onchain: delivery ${delivery_id} (${row.event}) is worked on again, as ${actor_id} asked`)
    await container.resolve(Modules.EVENT_BUS).emit({ name: WEBHOOK_RECEIVED, data: { id: delivery_id } })
    return new StepResponse({ delivery_id })
  }
)

function conflictInWords(id: string, state: string, attempts: number): string {
  if (state === "processing") return `Delivery ${id} is being worked on right now (attempt ${attempts}).`
  if (state === "received") return `Delivery ${id} waits for work already; it is tried again by itself.`
  return `Delivery ${id} has changed meanwhile and is ${state} now. Look at it again.`
}
