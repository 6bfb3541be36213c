import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDepositResponse } from "../../../../../../types/http"
import { assignDepositWorkflow } from "../../../../../../workflows/deposit/workflows/assign-deposit"
import type { Conflict } from "../../../conflict"
import { answerAction } from "../../answer-action"
import type { AssignDepositBody } from "../../validators"

/** Gives the deposit to an open payment of its customer. Cannot be undone. */
export async function POST(
  req: AuthenticatedMedusaRequest<AssignDepositBody>,
  res: MedusaResponse<OnchainDepositResponse | Conflict>
): Promise<void> {
  const input = {
    deposit_id: req.params.id ?? "",
    actor_id: req.auth_context.actor_id,
    intent_id: req.validatedBody.intent_id,
  }
  await answerAction(req.scope, res, () => assignDepositWorkflow(req.scope).run({ input }))
}
