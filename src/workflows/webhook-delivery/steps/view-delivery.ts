import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { OnchainDeliveryDetail } from "../../../types/http"
import { loadActorNames } from "../../deposit/steps/actor-names"
import { deliveryToView } from "./delivery-to-view"

export const viewDeliveryStepId = "view-onchain-delivery"

/** A delivery with its body as it came, and what admins did with it. @throws MedusaError `not_found` */
export const viewDeliveryStep = createStep(
  viewDeliveryStepId,
  async (input: { delivery_id: string }, { container }) => {
    const row = await mustFindDelivery(container, input.delivery_id)
    const entries = await container.resolve("onchain").deliveries.history(row.id)
    const nameOf = await loadActorNames(
      container,
      entries.map(({ actor_id }) => actor_id)
    )
    const history = entries.map(({ created_at, action, actor_id }) => ({
      at: created_at.toISOString(),
      action,
      by: nameOf(actor_id),
    }))
    const view: OnchainDeliveryDetail = { ...deliveryToView(row), body: row.raw_body, history }
    return new StepResponse(view)
  }
)

/** @throws MedusaError `not_found` */
export async function mustFindDelivery(container: MedusaContainer, id: string) {
  const row = await container.resolve("onchain").deliveries.list.find(id)
  if (row) return row
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    `There is no delivery ${id}. Those that are done are deleted after inbox.keepDays.`
  )
}
