import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDepositResponse } from "../../../../../types/http"
import { viewDepositWorkflow } from "../../../../../workflows/deposit/workflows/view-deposit"

/** A deposit with what can be done about it, and why not. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDepositResponse>
): Promise<void> {
  const { result: deposit } = await viewDepositWorkflow(req.scope).run({
    input: { deposit_id: req.params.id ?? "" },
  })
  res.json({ deposit })
}
