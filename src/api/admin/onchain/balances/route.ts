import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainBalanceListResponse } from "../../../../types/http"
import { listBalances } from "../../../../workflows/finance/queries/list-balances"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainBalanceListResponse>
): Promise<void> {
  res.json(await listBalances(req.scope))
}
