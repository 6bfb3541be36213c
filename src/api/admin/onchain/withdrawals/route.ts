import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainWithdrawalListResponse, OnchainWithdrawalResponse } from "../../../../types/http"
import { listWithdrawalsWorkflow } from "../../../../workflows/withdrawal/workflows/list-withdrawals"
import { requestWithdrawalWorkflow } from "../../../../workflows/withdrawal/workflows/request-withdrawal"
import type { Conflict } from "../conflict"
import { actorOf, answerWithdrawal } from "./answer-withdrawal"
import { paramsToPage } from "./query-config"
import type { RequestWithdrawalBody, WithdrawalListParams } from "./validators"

/** One page of withdrawals, of the treasury and of refunds. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, WithdrawalListParams>,
  res: MedusaResponse<OnchainWithdrawalListResponse>
): Promise<void> {
  const input = paramsToPage(req.validatedQuery as WithdrawalListParams)
  const { result } = await listWithdrawalsWorkflow(req.scope).run({ input })
  res.json(result)
}

/** Writes down what somebody wants to pay out, and answers with what it costs. Nothing moves. */
export async function POST(
  req: AuthenticatedMedusaRequest<RequestWithdrawalBody>,
  res: MedusaResponse<OnchainWithdrawalResponse | Conflict>
): Promise<void> {
  const input = { ...req.validatedBody, actor: actorOf(req) }
  await answerWithdrawal(req, res, () => requestWithdrawalWorkflow(req.scope).run({ input }))
}
