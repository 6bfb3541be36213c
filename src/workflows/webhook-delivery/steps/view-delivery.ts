import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { OnchainDeliveryResponse } from "../../../types/http"
import { deliveryToView } from "./delivery-to-view"

export const viewDeliveryStepId = "view-onchain-delivery"

/** A delivery with its body as it came. @throws MedusaError `not_found` */
export const viewDeliveryStep = createStep(
  viewDeliveryStepId,
  async (input: { delivery_id: string }, { container }) => {
    const row = await mustFindDelivery(container, input.delivery_id)
    return new StepResponse<OnchainDeliveryResponse["delivery"]>({
      ...deliveryToView(row),
      body: row.raw_body,
    })
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
