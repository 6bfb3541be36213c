import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalResponse } from "../../../../../../types/http"
import { quoteWithdrawalWorkflow } from "../../../../../../workflows/withdrawal/workflows/quote-withdrawal"
import type { Conflict } from "../../../conflict"
import { actorOf, answerWithdrawal } from "../../answer-withdrawal"

/** Asks for a new quote. Nothing moves. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { withdrawal_id: req.params.id ?? "", actor: actorOf(req) }
  await answerWithdrawal(req, res, () => quoteWithdrawalWorkflow(req.scope).run({ input }))
}
