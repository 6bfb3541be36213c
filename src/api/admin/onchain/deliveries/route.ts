import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDeliveryListResponse } from "../../../../types/http"
import { listDeliveries } from "../../../../workflows/inbox/deliveries"
import type { DeliveryListParams } from "./middlewares"

export async function GET(
  req: AuthenticatedMedusaRequest<unknown, DeliveryListParams>,
  res: MedusaResponse<OnchainDeliveryListResponse>
): Promise<void> {
  const { limit, offset, ...filter } = req.validatedQuery as DeliveryListParams
  res.json(await listDeliveries(req.scope, { filter, limit, offset }))
}
