import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainTransactionListResponse } from "../../../../../types/http"
import { refreshTransactionsWorkflow } from "../../../../../workflows/transaction/workflows/refresh-transactions"
import { paramsToPage } from "../query-config"
import type { TransactionListParams } from "../validators"

/** Reads the service's list now, and answers with a page as it is then. Long lists go on being read. */
export async function POST(
  req: AuthenticatedMedusaRequest<unknown, TransactionListParams>,
  res: MedusaResponse<OnchainTransactionListResponse>
): Promise<void> {
  const input = paramsToPage(req.validatedQuery as TransactionListParams)
  const { result } = await refreshTransactionsWorkflow(req.scope).run({ input })
  res.json(result)
}
