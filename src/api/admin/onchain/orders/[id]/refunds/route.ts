import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainRefundOrderResponse } from "../../../../../../types/http"
import { viewRefund } from "../../../../../../workflows/refund/queries/view-refunds"
import { refundOrder } from "../../../../../../workflows/refund/refund-order"
import { actorOf, answerAction, type Conflict } from "../../../answer-action"
import type { RefundOrderBody } from "../../../refunds/middlewares"

/** Refunds an order in Medusa and answers with the refund that is due then. Sends nothing. */
export async function POST(
  req: AuthenticatedMedusaRequest<RefundOrderBody>,
  res: MedusaResponse<OnchainRefundOrderResponse | Conflict>
): Promise<void> {
  const actor = actorOf(req)
  const input = { ...req.validatedBody, order_id: req.params.id ?? "", actor }
  await answerAction(
    res,
    () => refundOrder(req.scope, input),
    async ({ refund_id }) => ({ refund: await viewRefund(req.scope, { refund_id, actor }) })
  )
}
