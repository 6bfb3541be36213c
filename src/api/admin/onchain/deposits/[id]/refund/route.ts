import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDepositResponse } from "../../../../../../types/http"
import { refundDepositWorkflow } from "../../../../../../workflows/deposit/workflows/refund-deposit"
import type { Conflict } from "../../../conflict"
import { answerAction } from "../../answer-action"

/** Sends the deposit back to its sender. Cannot be undone. */
export async function POST(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<OnchainDepositResponse | Conflict>
): Promise<void> {
  const { actor_id, actor_type } = req.auth_context
  const input = { deposit_id: req.params.id ?? "", actor_id, actor_type }
  await answerAction(req.scope, res, () => refundDepositWorkflow(req.scope).run({ input }))
}
