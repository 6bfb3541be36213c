import type { DepositPage } from "../../../../modules/onchain/deposit/deposit-list"
import type { OnchainDepositListResponse } from "../../../../types/http"
import { listDeposits } from "../../../../workflows/deposit/queries/view-deposits"
import type { DepositListParams } from "./middlewares"
import { answerRead } from "../answer-action"

export const GET = answerRead<OnchainDepositListResponse, DepositListParams>((req) =>
  listDeposits(req.scope, paramsToPage(req.validatedQuery))
)

function paramsToPage(params: DepositListParams): DepositPage {
  const { state = [], order, limit, offset, ...filter } = params
  return {
    filter: { ...filter, states: [...new Set(state)] },
    order: {
      by: order.endsWith("state") ? "state" : "observed_at",
      direction: order.startsWith("-") ? "desc" : "asc",
    },
    limit,
    offset,
  }
}
