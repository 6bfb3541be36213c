import type { DestinationPage } from "../../../../modules/onchain/destination-list"
import type { DestinationListParams } from "./validators"

/** The page that a query asks for. A minus before the name of the order stands for the last first. */
export function paramsToPage({ order, limit, offset, ...filter }: DestinationListParams): DestinationPage {
  return { filter, direction: order.startsWith("-") ? "desc" : "asc", limit, offset }
}
