import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDeliveryResponse } from "../../../../../types/http"
import { viewDelivery } from "../../../../../workflows/inbox/queries/view-deliveries"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDeliveryResponse>
): Promise<void> {
  res.json({ delivery: await viewDelivery(req.scope, req.params.id ?? "") })
}
