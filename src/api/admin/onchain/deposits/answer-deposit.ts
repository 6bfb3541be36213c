import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { OnchainDepositResponse } from "../../../../types/http"
import { viewDeposit } from "../../../../workflows/deposit/queries/view-deposits"
import type { ActionResult } from "../../../../workflows/deposit/resolve-deposit"
import { answerAction, type Conflict } from "../answer-action"

export function depositAction<Body extends object = object>(
  run: (
    container: MedusaContainer,
    input: Body & { deposit_id: string; actor_id: string; actor_type: string }
  ) => Promise<ActionResult>
) {
  return (
    req: AuthenticatedMedusaRequest<Body>,
    res: MedusaResponse<OnchainDepositResponse | Conflict>
  ): Promise<void> => {
    const { actor_id, actor_type } = req.auth_context
    const input = { ...req.validatedBody, deposit_id: req.params.id ?? "", actor_id, actor_type }
    return answerAction(
      res,
      () => run(req.scope, input),
      async ({ deposit_id }) => ({ deposit: await viewDeposit(req.scope, deposit_id) })
    )
  }
}
