import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { OnchainDestinationListResponse } from "../../types/http"
import { sdk } from "../lib/sdk"
import type { ListQuery } from "../list/list-state"
import { queryKeys } from "./query-keys"

const PATH = "/admin/onchain/destinations"
const REFRESH_MS = 15_000
const SLOW_REFRESH_MS = 60_000
/** As many as the server gives at once. */
const MANY = 100

/** One page of the address book, read again while it is looked at. */
export function useDestinations(query: ListQuery) {
  return useQuery({
    queryKey: queryKeys.destinationList(query),
    queryFn: () => sdk.client.fetch<OnchainDestinationListResponse>(PATH, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** The merchant's own destinations that money can go to. */
export function useTreasuryDestinations() {
  const query = { state: "approved", purpose: "treasury", limit: MANY }
  return useQuery({
    queryKey: queryKeys.destinationList(query),
    queryFn: () => sdk.client.fetch<OnchainDestinationListResponse>(PATH, { query }),
    select: ({ destinations }) => destinations,
  })
}

/** How many destinations wait for an approval. */
export function useWaitingDestinations() {
  return useQuery({
    queryKey: queryKeys.destinationsWaiting,
    queryFn: () => sdk.client.fetch<OnchainDestinationListResponse>(PATH, { query: { limit: 1 } }),
    select: ({ waiting }) => waiting,
    refetchInterval: SLOW_REFRESH_MS,
  })
}
