import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainTransactionListResponse } from "../../../../../types/http"
import { listTransactions } from "../../../../../workflows/finance/queries/list-transactions"
import { syncTransactions } from "../../../../../workflows/finance/workers/sync-transactions"
import { paramsToPage, type TransactionListParams } from "../middlewares"

/** Reads the provider's list now and answers with a page. A long list continues in the background. */
export async function POST(
  req: AuthenticatedMedusaRequest<unknown, TransactionListParams>,
  res: MedusaResponse<OnchainTransactionListResponse>
): Promise<void> {
  const page = paramsToPage(req.validatedQuery as TransactionListParams)
  await syncTransactions(req.scope, { is_whole: true })
  res.json(await listTransactions(req.scope, page))
}
