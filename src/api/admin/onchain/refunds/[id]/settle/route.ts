import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainRefundResponse } from "../../../../../../types/http"
import { settleRefundWorkflow } from "../../../../../../workflows/refund/workflows/settle-refund"
import type { Conflict } from "../../../conflict"
import { actorOf } from "../../../withdrawals/answer-withdrawal"
import { answerRefund } from "../../answer-refund"
import type { SettleRefundBody } from "../../validators"

/** Notes that a refund was paid by other means. Sends nothing. */
export async function POST(
  req: AuthenticatedMedusaRequest<SettleRefundBody>,
  res: MedusaResponse<OnchainRefundResponse | Conflict>
): Promise<void> {
  const input = { ...req.validatedBody, refund_id: req.params.id ?? "", actor: actorOf(req) }
  await answerRefund(req, res, () => settleRefundWorkflow(req.scope).run({ input }))
}
