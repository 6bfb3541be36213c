import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainTransactionResponse } from "../../../../../../types/http"
import { reviewTransaction } from "../../../../../../workflows/finance/queries/list-transactions"
import type { ReviewTransactionBody } from "../../middlewares"

/** Records what an admin found about a transaction in review. Moves nothing. */
export async function POST(
  req: AuthenticatedMedusaRequest<ReviewTransactionBody>,
  res: MedusaResponse<OnchainTransactionResponse>
): Promise<void> {
  const result = await reviewTransaction(req.scope, {
    transaction_id: req.params.id ?? "",
    note: req.validatedBody.note,
    actor_id: req.auth_context.actor_id,
  })
  res.json({ transaction: result })
}
