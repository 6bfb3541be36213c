import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../../types/http"
import { writeOffWithdrawalWorkflow } from "../../../../../../workflows/withdrawal/workflows/write-off-withdrawal"
import type { Conflict } from "../../../conflict"
import { actorOf, answerWithdrawal } from "../../answer-withdrawal"
import type { WriteOffWithdrawalBody } from "../../validators"

/** Says that the service has not sent one whose answer was lost. */
export async function POST(
  req: AuthenticatedMedusaRequest<WriteOffWithdrawalBody>,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { withdrawal_id: req.params.id ?? "", ...req.validatedBody, actor: actorOf(req) }
  await answerWithdrawal(req, res, () => writeOffWithdrawalWorkflow(req.scope).run({ input }))
}
