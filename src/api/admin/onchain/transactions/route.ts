import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainTransactionListResponse } from "../../../../types/http"
import { listTransactions } from "../../../../workflows/finance/queries/list-transactions"
import { paramsToPage, type TransactionListParams } from "./middlewares"

export async function GET(
  req: AuthenticatedMedusaRequest<unknown, TransactionListParams>,
  res: MedusaResponse<OnchainTransactionListResponse>
): Promise<void> {
  const page = paramsToPage(req.validatedQuery as TransactionListParams)
  res.json(await listTransactions(req.scope, page))
}
