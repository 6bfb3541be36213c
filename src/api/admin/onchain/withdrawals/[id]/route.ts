import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../types/http"
import { viewWithdrawal } from "../../../../../workflows/payout/queries/view-withdrawals"
import { actorOf } from "../../answer-action"

export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainWithdrawalResponse>
): Promise<void> {
  const input = { withdrawal_id: req.params.id ?? "", actor: actorOf(req) }
  res.json({ withdrawal: await viewWithdrawal(req.scope, input) })
}
