import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDepositSyncResponse } from "../../../../../types/http"
import { syncDepositsWorkflow } from "../../../../../workflows/deposit/workers/sync-deposits"

export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDepositSyncResponse>
): Promise<void> {
  const { result } = await syncDepositsWorkflow(req.scope).run({ input: { is_forced: true } })
  res.json(result)
}
