import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { OnchainDeliveryListResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import type { ListQuery } from "../list/list-state"
import { queryKeys } from "./query-keys"

const REFRESH_MS = 15_000

/** One page of webhooks, the newest first, read again while it is looked at. */
export function useDeliveries({ order: _newestFirst, ...query }: ListQuery) {
  return useQuery({
    queryKey: queryKeys.deliveryList(query),
    queryFn: () => sdk.client.fetch<OnchainDeliveryListResponse>("/admin/onchain/deliveries", { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}
