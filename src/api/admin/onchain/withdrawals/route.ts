import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalListResponse, OnchainWithdrawalResponse } from "../../../../types/http"
import { listWithdrawals } from "../../../../workflows/payout/queries/view-withdrawals"
import { requestWithdrawal } from "../../../../workflows/payout/request-withdrawal"
import { actorOf, type Conflict } from "../answer-action"
import { answerWithdrawal } from "./answer-withdrawal"
import type { RequestWithdrawalBody, WithdrawalListParams } from "./validators"

export async function GET(
  req: AuthenticatedMedusaRequest<unknown, WithdrawalListParams>,
  res: MedusaResponse<OnchainWithdrawalListResponse>
): Promise<void> {
  const { state = [], order, limit, offset, ...filter } = req.validatedQuery as WithdrawalListParams
  const page = {
    filter: { ...filter, states: [...new Set(state)] },
    direction: order.startsWith("-") ? ("desc" as const) : ("asc" as const),
    limit,
    offset,
  }
  res.json(await listWithdrawals(req.scope, page))
}

/** Nothing moves. */
export async function POST(
  req: AuthenticatedMedusaRequest<RequestWithdrawalBody>,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { ...req.validatedBody, actor: actorOf(req) }
  await answerWithdrawal(req, res, () => requestWithdrawal(req.scope, input))
}
