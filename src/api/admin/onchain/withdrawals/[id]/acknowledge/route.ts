import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../../types/http"
import { acknowledgeWithdrawalWorkflow } from "../../../../../../workflows/withdrawal/workflows/acknowledge-withdrawal"
import type { Conflict } from "../../../conflict"
import { actorOf, answerWithdrawal } from "../../answer-withdrawal"
import type { AcknowledgeWithdrawalBody } from "../../validators"

/** Says that somebody has looked at what the service says otherwise of one. */
export async function POST(
  req: AuthenticatedMedusaRequest<AcknowledgeWithdrawalBody>,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { withdrawal_id: req.params.id ?? "", ...req.validatedBody, actor: actorOf(req) }
  await answerWithdrawal(req, res, () => acknowledgeWithdrawalWorkflow(req.scope).run({ input }))
}
