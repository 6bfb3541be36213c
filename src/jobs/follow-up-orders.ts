import type { MedusaContainer } from "@medusajs/framework/types"
import { followUpOrdersWorkflow } from "../workflows/order/workflows/follow-up-orders"

/** Finds orders that were not paid in time, and cancelled ones that no event told of. */
export default async function followUpOrders(container: MedusaContainer): Promise<void> {
  await followUpOrdersWorkflow(container).run()
}

export const config = {
  name: "onchain-follow-up-orders",
  schedule: "*/10 * * * * *",
}
