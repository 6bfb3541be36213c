import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../types/http"
import { viewWithdrawalWorkflow } from "../../../../../workflows/withdrawal/workflows/view-withdrawal"
import { actorOf } from "../answer-withdrawal"

/** One withdrawal with what can be done, for whoever looks. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainWithdrawalResponse>
): Promise<void> {
  const { result: withdrawal } = await viewWithdrawalWorkflow(req.scope).run({
    input: { withdrawal_id: req.params.id ?? "", actor: actorOf(req) },
  })
  res.json({ withdrawal })
}
