import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainRefundResponse } from "../../../../../types/http"
import { viewRefund } from "../../../../../workflows/refund/queries/view-refunds"
import { actorOf } from "../../answer-action"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainRefundResponse>
): Promise<void> {
  const refund = await viewRefund(req.scope, { refund_id: req.params.id ?? "", actor: actorOf(req) })
  res.json({ refund })
}
