import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { RefundPage } from "../../../../modules/onchain/refund/refund-list"
import type { OnchainRefundListResponse } from "../../../../types/http"
import { listRefunds } from "../../../../workflows/refund/queries/view-refunds"
import type { RefundListParams } from "./middlewares"

export async function GET(
  req: AuthenticatedMedusaRequest<unknown, RefundListParams>,
  res: MedusaResponse<OnchainRefundListResponse>
): Promise<void> {
  res.json(await listRefunds(req.scope, paramsToPage(req.validatedQuery as RefundListParams)))
}

function paramsToPage({ state = [], kind, q, order, limit, offset }: RefundListParams): RefundPage {
  return {
    filter: { states: [...new Set(state)], kind, q },
    direction: order.startsWith("-") ? "desc" : "asc",
    limit,
    offset,
  }
}
