import type { RefundPage } from "../../../../modules/onchain/refund/refund-ledger"
import type { OnchainRefundListResponse } from "../../../../types/http"
import { listRefunds } from "../../../../workflows/refund/queries/view-refunds"
import type { RefundListParams } from "./middlewares"
import { answerRead } from "../answer-action"

export const GET = answerRead<OnchainRefundListResponse, RefundListParams>((req) =>
  listRefunds(req.scope, paramsToPage(req.validatedQuery))
)

function paramsToPage({ state = [], kind, q, order, limit, offset }: RefundListParams): RefundPage {
  return {
    filter: { states: [...new Set(state)], kind, q },
    direction: order.startsWith("-") ? "desc" : "asc",
    limit,
    offset,
  }
}
