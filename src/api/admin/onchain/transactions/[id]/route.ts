import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainTransactionResponse } from "../../../../../types/http"
import { viewTransaction } from "../../../../../workflows/finance/queries/list-transactions"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainTransactionResponse>
): Promise<void> {
  res.json({ transaction: await viewTransaction(req.scope, req.params.id ?? "") })
}
