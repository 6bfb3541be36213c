import type { DepositPage } from "../../../../modules/onchain/deposit-list"
import type { DepositListParams } from "./validators"

/** The page that a query asks for. A minus before the name of the order stands for the last first. */
export function paramsToPage(params: DepositListParams): DepositPage {
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
