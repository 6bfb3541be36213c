import type { WithdrawalPage } from "../../../../modules/onchain/withdrawal-list"
import type { WithdrawalListParams } from "./validators"

/** The page that a query asks for. A minus before the name of the order stands for the last first. */
export function paramsToPage(params: WithdrawalListParams): WithdrawalPage {
  const { state = [], order, limit, offset, ...filter } = params
  return {
    filter: { ...filter, states: [...new Set(state)] },
    direction: order.startsWith("-") ? "desc" : "asc",
    limit,
    offset,
  }
}
