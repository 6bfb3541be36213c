import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../../types/http"
import { approveWithdrawalWorkflow } from "../../../../../../workflows/withdrawal/workflows/approve-withdrawal"
import type { Conflict } from "../../../conflict"
import { actorOf, answerWithdrawal } from "../../answer-withdrawal"
import type { ConsentBody } from "../../validators"

/** Says yes to what another user has confirmed. Cannot be undone. */
export async function POST(
  req: AuthenticatedMedusaRequest<ConsentBody>,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { withdrawal_id: req.params.id ?? "", ...req.validatedBody, actor: actorOf(req) }
  await answerWithdrawal(req, res, () => approveWithdrawalWorkflow(req.scope).run({ input }))
}
