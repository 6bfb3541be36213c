import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../../types/http"
import { adoptWithdrawalWorkflow } from "../../../../../../workflows/withdrawal/workflows/adopt-withdrawal"
import type { Conflict } from "../../../conflict"
import { actorOf, answerWithdrawal } from "../../answer-withdrawal"
import type { AdoptWithdrawalBody } from "../../validators"

/** Says which withdrawal of the service one is whose answer was lost. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdoptWithdrawalBody>,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { withdrawal_id: req.params.id ?? "", ...req.validatedBody, actor: actorOf(req) }
  await answerWithdrawal(req, res, () => adoptWithdrawalWorkflow(req.scope).run({ input }))
}
