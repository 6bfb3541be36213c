import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { OnchainDepositListResponse } from "../../types/http"
import type { ListQuery } from "../list/list-state"
import { sdk } from "../lib/sdk"
import { queryKeys } from "./query-keys"

const PATH = "/admin/onchain/deposits"
const REFRESH_MS = 15_000
const SLOW_REFRESH_MS = 60_000

/** One page of deposits, read again while it is looked at. The page before stays until the next one is there. */
export function useDeposits(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.depositList(query),
    queryFn: () => sdk.client.fetch<OnchainDepositListResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** How many deposits need a decision. */
export function useWaitingDeposits() {
  return useQuery({
    queryKey: queryKeys.waiting,
    queryFn: () =>
      sdk.client.fetch<OnchainDepositListResponse>(PATH, { query: { state: ["in_review"], limit: 1 } }),
    select: ({ waiting }) => waiting,
    refetchInterval: SLOW_REFRESH_MS,
  })
}
