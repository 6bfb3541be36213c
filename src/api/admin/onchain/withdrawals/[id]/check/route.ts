import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../../types/http"
import { checkWithdrawalWorkflow } from "../../../../../../workflows/withdrawal/workflows/check-withdrawal"
import type { Conflict } from "../../../conflict"
import { actorOf, answerWithdrawal } from "../../answer-withdrawal"

/** Asks the service now what became of a withdrawal. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { withdrawal_id: req.params.id ?? "", actor: actorOf(req) }
  await answerWithdrawal(req, res, () => checkWithdrawalWorkflow(req.scope).run({ input }))
}
