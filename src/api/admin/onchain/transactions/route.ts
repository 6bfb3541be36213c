import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainTransactionListResponse } from "../../../../types/http"
import { listTransactionsWorkflow } from "../../../../workflows/transaction/workflows/list-transactions"
import { paramsToPage } from "./query-config"
import type { TransactionListParams } from "./validators"

/** One page of the service's transactions, from the mirror. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, TransactionListParams>,
  res: MedusaResponse<OnchainTransactionListResponse>
): Promise<void> {
  const input = paramsToPage(req.validatedQuery as TransactionListParams)
  const { result } = await listTransactionsWorkflow(req.scope).run({ input })
  res.json(result)
}
