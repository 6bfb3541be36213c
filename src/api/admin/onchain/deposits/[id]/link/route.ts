import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainDepositResponse } from "../../../../../../types/http"
import { linkDepositWorkflow } from "../../../../../../workflows/deposit/workflows/link-deposit"
import type { Conflict } from "../../../conflict"
import { answerAction } from "../../answer-action"
import type { LinkDepositBody } from "../../validators"

/** Ties a deposit to the payment that a person says it is meant for. Moves nothing, and cannot be undone. */
export async function POST(
  req: AuthenticatedMedusaRequest<LinkDepositBody>,
  res: MedusaResponse<OnchainDepositResponse | Conflict>
): Promise<void> {
  const input = {
    deposit_id: req.params.id ?? "",
    payment_id: req.validatedBody.payment_id,
    actor_id: req.auth_context.actor_id,
  }
  await answerAction(req.scope, res, () => linkDepositWorkflow(req.scope).run({ input }))
}
