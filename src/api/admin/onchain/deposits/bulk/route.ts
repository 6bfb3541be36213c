import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainBulkDepositResponse } from "../../../../../types/http"
import { resolveManyDeposits } from "../../../../../workflows/deposit/resolve-deposit"
import type { BulkDepositBody } from "../middlewares"

/** Cannot be undone. Answers 200 with a result for each deposit. */
export async function POST(
  req: AuthenticatedMedusaRequest<BulkDepositBody>,
  res: MedusaResponse<OnchainBulkDepositResponse>
): Promise<void> {
  const { actor_id, actor_type } = req.auth_context
  res.json({ results: await resolveManyDeposits(req.scope, { ...req.validatedBody, actor_id, actor_type }) })
}
