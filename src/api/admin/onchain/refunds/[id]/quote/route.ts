import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainRefundResponse } from "../../../../../../types/http"
import { quoteRefundWorkflow } from "../../../../../../workflows/refund/workflows/quote-refund"
import type { Conflict } from "../../../conflict"
import { actorOf } from "../../../withdrawals/answer-withdrawal"
import { answerRefund } from "../../answer-refund"
import type { QuoteRefundBody } from "../../validators"

/** Makes the payout of a refund and asks what it costs. Nothing moves until somebody confirms that. */
export async function POST(
  req: AuthenticatedMedusaRequest<QuoteRefundBody>,
  res: MedusaResponse<OnchainRefundResponse | Conflict>
): Promise<void> {
  const input = { ...req.validatedBody, refund_id: req.params.id ?? "", actor: actorOf(req) }
  await answerRefund(req, res, () => quoteRefundWorkflow(req.scope).run({ input }))
}
