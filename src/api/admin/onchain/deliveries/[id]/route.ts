import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDeliveryResponse } from "../../../../../types/http"
import { viewDeliveryWorkflow } from "../../../../../workflows/webhook-delivery/workflows/view-delivery"

/** A webhook with its body as it came. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDeliveryResponse>
): Promise<void> {
  const { result: delivery } = await viewDeliveryWorkflow(req.scope).run({
    input: { delivery_id: req.params.id ?? "" },
  })
  res.json({ delivery })
}
