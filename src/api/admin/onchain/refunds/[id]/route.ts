import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainRefundResponse } from "../../../../../types/http"
import { viewRefundWorkflow } from "../../../../../workflows/refund/workflows/view-refund"
import { actorOf } from "../../withdrawals/answer-withdrawal"

/** A refund with what can be done about it, and why not. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainRefundResponse>
): Promise<void> {
  const { result: refund } = await viewRefundWorkflow(req.scope).run({
    input: { refund_id: req.params.id ?? "", actor: actorOf(req) },
  })
  res.json({ refund })
}
