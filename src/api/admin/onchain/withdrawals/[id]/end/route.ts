import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../../types/http"
import { endWithdrawalWorkflow } from "../../../../../../workflows/withdrawal/workflows/end-withdrawal"
import type { Conflict } from "../../../conflict"
import { actorOf, answerWithdrawal } from "../../answer-withdrawal"
import type { EndWithdrawalBody } from "../../validators"

/** Says what became of one that the service cannot tell of. */
export async function POST(
  req: AuthenticatedMedusaRequest<EndWithdrawalBody>,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { withdrawal_id: req.params.id ?? "", ...req.validatedBody, actor: actorOf(req) }
  await answerWithdrawal(req, res, () => endWithdrawalWorkflow(req.scope).run({ input }))
}
