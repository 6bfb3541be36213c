import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../../types/http"
import { confirmWithdrawalWorkflow } from "../../../../../../workflows/withdrawal/workflows/confirm-withdrawal"
import type { Conflict } from "../../../conflict"
import { actorOf, answerWithdrawal } from "../../answer-withdrawal"
import type { ConsentBody } from "../../validators"

/** Says yes to a quote that was read. Cannot be undone, unless it takes a second user. */
export async function POST(
  req: AuthenticatedMedusaRequest<ConsentBody>,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { withdrawal_id: req.params.id ?? "", ...req.validatedBody, actor: actorOf(req) }
  await answerWithdrawal(req, res, () => confirmWithdrawalWorkflow(req.scope).run({ input }))
}
