import type { RefundPage } from "../../../../modules/onchain/refund-list"
import type { RefundListParams } from "./validators"

/** The page that a query asks for. A minus before the name of the order stands for the last first. */
export function paramsToPage({ state = [], kind, q, order, limit, offset }: RefundListParams): RefundPage {
  return {
    filter: { states: [...new Set(state)], kind, q },
    direction: order.startsWith("-") ? "desc" : "asc",
    limit,
    offset,
  }
}
