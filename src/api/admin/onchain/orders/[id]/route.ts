import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainOrderResponse } from "../../../../../types/http"
import { viewOrderPaymentsWorkflow } from "../../../../../workflows/order/workflows/view-order-payments"

/** What is known of an order's crypto payments; they are none for an order of another method. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainOrderResponse>
): Promise<void> {
  const { result: order } = await viewOrderPaymentsWorkflow(req.scope).run({
    input: { order_id: req.params.id ?? "" },
  })
  res.json({ order })
}
