import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDepositResponse } from "../../../../../../types/http"
import { acceptDepositWorkflow } from "../../../../../../workflows/deposit/workflows/accept-deposit"
import type { Conflict } from "../../../conflict"
import { answerAction } from "../../answer-action"

/** Takes the deposit as income that belongs to no order. Cannot be undone. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDepositResponse | Conflict>
): Promise<void> {
  const input = { deposit_id: req.params.id ?? "", actor_id: req.auth_context.actor_id }
  await answerAction(req.scope, res, () => acceptDepositWorkflow(req.scope).run({ input }))
}
