import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { OnchainWithdrawalResponse } from "../../../../types/http"
import type { RequestActor } from "../../../../workflows/payout/payout-access"
import { viewWithdrawal } from "../../../../workflows/payout/queries/view-withdrawals"
import type { WithdrawalAnswer } from "../../../../workflows/payout/withdrawal-outcome"
import { actorOf, answerAction, type Conflict } from "../answer-action"

type Response = MedusaResponse<OnchainWithdrawalResponse | Conflict>

export function answerWithdrawal(
  req: Pick<AuthenticatedMedusaRequest, "auth_context" | "scope">,
  res: Response,
  action: () => Promise<WithdrawalAnswer>
): Promise<void> {
  return answerAction(res, action, async ({ withdrawal_id }) => ({
    withdrawal: await viewWithdrawal(req.scope, { withdrawal_id, actor: actorOf(req) }),
  }))
}

export function withdrawalAction<Body extends object = object>(
  run: (
    container: MedusaContainer,
    input: Body & { withdrawal_id: string; actor: RequestActor }
  ) => Promise<WithdrawalAnswer>
) {
  return (req: AuthenticatedMedusaRequest<Body>, res: Response): Promise<void> => {
    const input = { ...req.validatedBody, withdrawal_id: req.params.id ?? "", actor: actorOf(req) }
    return answerWithdrawal(req, res, () => run(req.scope, input))
  }
}
