import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { OnchainRefundListResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import type { ListQuery } from "../list/list-state"
import { queryKeys } from "./query-keys"

const PATH = "/admin/onchain/refunds"
const REFRESH_MS = 15_000
const SLOW_REFRESH_MS = 60_000

/** One page of refunds, read again while it is looked at. */
export function useRefunds(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.refundList(query),
    queryFn: () => sdk.client.fetch<OnchainRefundListResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** How many refunds are due. */
export function useWaitingRefunds() {
  return useQuery({
    queryKey: queryKeys.refundsWaiting,
    queryFn: () => sdk.client.fetch<OnchainRefundListResponse>(PATH, { query: { state: ["due"], limit: 1 } }),
    select: ({ waiting }) => waiting,
    refetchInterval: SLOW_REFRESH_MS,
  })
}
