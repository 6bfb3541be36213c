import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDeliveryListResponse } from "../../../../types/http"
import { listDeliveriesWorkflow } from "../../../../workflows/webhook-delivery/workflows/list-deliveries"
import type { DeliveryListParams } from "./validators"

/** One page of the webhooks that arrived, newest first. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, DeliveryListParams>,
  res: MedusaResponse<OnchainDeliveryListResponse>
): Promise<void> {
  const { limit, offset, ...filter } = req.validatedQuery as DeliveryListParams
  const { result } = await listDeliveriesWorkflow(req.scope).run({ input: { filter, limit, offset } })
  res.json(result)
}
