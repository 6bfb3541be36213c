import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDepositSyncResponse } from "../../../../../types/http"
import { syncDeposits } from "../../../../../workflows/deposit/workers/sync-deposits"

export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDepositSyncResponse>
): Promise<void> {
  const result = await syncDeposits(req.scope, { is_forced: true })
  res.json(result)
}
