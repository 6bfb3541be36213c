import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainOrderResponse } from "../../../../../types/http"
import { viewOrderPayments } from "../../../../../workflows/payment/queries/view-order-payments"

/** Empty for an order of another method. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainOrderResponse>
): Promise<void> {
  res.json({ order: await viewOrderPayments(req.scope, req.params.id ?? "") })
}
