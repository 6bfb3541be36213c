import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../../types/http"
import { cancelWithdrawalWorkflow } from "../../../../../../workflows/withdrawal/workflows/cancel-withdrawal"
import type { Conflict } from "../../../conflict"
import { answerWithdrawal } from "../../answer-withdrawal"

/** Takes a withdrawal back of which nothing was sent. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { withdrawal_id: req.params.id ?? "", actor_id: req.auth_context.actor_id }
  await answerWithdrawal(req, res, () => cancelWithdrawalWorkflow(req.scope).run({ input }))
}
