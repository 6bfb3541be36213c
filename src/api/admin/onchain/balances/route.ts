import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainBalanceListResponse } from "../../../../types/http"
import { listBalancesWorkflow } from "../../../../workflows/balance/workflows/list-balances"

/** What the treasury holds, asked for now. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainBalanceListResponse>
): Promise<void> {
  const { result } = await listBalancesWorkflow(req.scope).run()
  res.json(result)
}
