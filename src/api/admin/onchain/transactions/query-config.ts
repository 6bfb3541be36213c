import { endOfDay, startOfDay } from "../../../../domain/report-day"
import type { TransactionPage } from "../../../../modules/onchain/transaction-list"
import type { TransactionListParams } from "./validators"

/** The page that a query asks for. A minus before the name of the order stands for the last first. */
export function paramsToPage(params: TransactionListParams): TransactionPage {
  const { order, limit, offset, from, to, ...filter } = params
  return {
    filter: {
      ...filter,
      from: from === undefined ? undefined : startOfDay(from),
      before: to === undefined ? undefined : endOfDay(to),
    },
    direction: order.startsWith("-") ? "desc" : "asc",
    limit,
    offset,
  }
}
