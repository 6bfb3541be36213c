import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { OnchainWithdrawalListResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import type { ListQuery } from "../list/list-state"
import { queryKeys } from "./query-keys"

const PATH = "/admin/onchain/withdrawals"
const REFRESH_MS = 10_000
const SLOW_REFRESH_MS = 60_000

/** One page of withdrawals, read again while it is looked at. */
export function useWithdrawals(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.withdrawalList(query),
    queryFn: () => sdk.client.fetch<OnchainWithdrawalListResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** How many withdrawals wait for an approval, or for a person to end them. */
export function useWaitingWithdrawals() {
  return useQuery({
    queryKey: queryKeys.withdrawalsWaiting,
    queryFn: () => sdk.client.fetch<OnchainWithdrawalListResponse>(PATH, { query: { limit: 1 } }),
    select: ({ waiting }) => waiting,
    refetchInterval: SLOW_REFRESH_MS,
  })
}
