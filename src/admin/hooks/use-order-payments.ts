import { useQuery } from "@tanstack/react-query"
import type { OnchainOrderResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

const REFRESH_MS = 15_000

/** The crypto payments of an order, with its refunds. Nothing of an order that was paid otherwise. */
export function useOrderPayments(id: string) {
  return useQuery({
    queryKey: queryKeys.orderPayments(id),
    queryFn: () => sdk.client.fetch<OnchainOrderResponse>(`/admin/onchain/orders/${encodeURIComponent(id)}`),
    select: ({ order }) => order,
    refetchInterval: REFRESH_MS,
  })
}
