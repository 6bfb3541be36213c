import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainOrderResponse } from "../../../../../../types/http"
import { keepOrder } from "../../../../../../workflows/payment/close-order"
import { viewOrderPayments } from "../../../../../../workflows/payment/queries/view-order-payments"
import type { KeepOrderBody } from "../../../payments/middlewares"

export async function POST(
  req: AuthenticatedMedusaRequest<KeepOrderBody>,
  res: MedusaResponse<OnchainOrderResponse>
): Promise<void> {
  const order_id = req.params.id ?? ""
  await keepOrder(req.scope, { order_id, actor_id: req.auth_context.actor_id, note: req.validatedBody.note })
  res.json({ order: await viewOrderPayments(req.scope, order_id) })
}
