import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { DeliveryPage } from "../../../modules/onchain/delivery-list"
import { COUNT_LIMIT } from "../../../modules/onchain/listed-rows"
import type { OnchainDeliveryListResponse } from "../../../types/http"
import { deliveryToView } from "./delivery-to-view"

export const listDeliveriesStepId = "list-onchain-deliveries"

/** One page of the inbox with the number of deliveries it is a page of. */
export const listDeliveriesStep = createStep(
  listDeliveriesStepId,
  async (page: DeliveryPage, { container }) => {
    const { list } = container.resolve("onchain").deliveries
    const [rows, count] = await Promise.all([list.page(page), list.count(page.filter)])
    return new StepResponse<OnchainDeliveryListResponse>({
      deliveries: rows.map(deliveryToView),
      count: Math.min(count, COUNT_LIMIT),
      is_count_exact: count <= COUNT_LIMIT,
      limit: page.limit,
      offset: page.offset,
    })
  }
)
